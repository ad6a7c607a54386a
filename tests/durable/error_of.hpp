// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

// The error that a call throws, so that a test can look at its parts.

#include <tidemark/row/error.hpp>

#include <optional>

template <class Call>
std::optional<tidemark::error> error_of(Call call) {
  try {
    call();
  } catch (const tidemark::error& thrown) {
    return thrown;
  }
  return std::nullopt;
}

template <class Call>
std::string error_id_of(Call call) {
  const auto thrown = error_of(call);
  return thrown ? thrown->id() : "no error";
}
