// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How most functions print themselves: as a call or as an operator between two operands.

#include <tidemark/plan/expression.hpp>

namespace tidemark::functions {

// Prints `name(argument, argument)`. `Function::symbol` is its name in SQL.
template <class Function>
struct call_notation : function {
  static void print(auto& out, const auto& first, const auto&... rest) {
    (out += Function::symbol) += '(';
    first.print(out);
    ((out += ", ", rest.print(out)), ...);
    out += ')';
  }
};

// Prints `(left symbol right)`.
template <class Function>
struct infix_notation : function {
  static void print(auto& out, const auto& left, const auto& right) {
    out += '(';
    left.print(out);
    ((out += ' ') += Function::symbol) += ' ';
    right.print(out);
    out += ')';
  }
};

}  // namespace tidemark::functions
