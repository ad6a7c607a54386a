// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of error.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace tidemark {

TIDEMARK_INLINE error::error(std::string_view id, std::string_view sentence)
    : std::runtime_error("tidemark " + std::string(id) + ": " + std::string(sentence)), id_(id) {}

}  // namespace tidemark
