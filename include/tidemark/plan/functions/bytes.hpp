// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Casts between bytes and text: the bytes stay as they are.

#include <tidemark/plan/functions/cast.hpp>
#include <tidemark/row/bytes.hpp>
#include <tidemark/row/column_kind.hpp>

#include <concepts>
#include <string>

namespace tidemark {

template <class T>
concept Bytes = std::same_as<T, bytes> || std::same_as<T, bytes_view>;

template <CastToText From>
  requires Bytes<From>
struct cast_rule<From, std::string> {
  static constexpr bool can_fail = false;
  static bool store(const From& from, std::string& to) { return to = from.content, true; }
};
template <Text From>
struct cast_rule<From, bytes> {
  static constexpr bool can_fail = false;
  static bool store(const From& from, bytes& to) { return to.content = from, true; }
};

}  // namespace tidemark
