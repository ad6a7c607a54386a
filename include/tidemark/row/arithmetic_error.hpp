// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The errors of arithmetic on values.

#include <tidemark/row/error.hpp>

namespace tidemark {

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_arithmetic_overflow() {
  throw error("arithmetic_overflow", "a result does not fit its type; cast to a wider type, or use try_add and its kin");
}
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_divide_by_zero() {
  throw error("divide_by_zero", "a value is divided by zero; use try_divide, or guard it by when(...)");
}

}  // namespace tidemark
