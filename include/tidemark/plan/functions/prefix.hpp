// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How most functions print themselves: `name(argument, argument)`.

#include <tidemark/plan/expression.hpp>

namespace tidemark::functions {

// Base of `Function`, whose member `symbol` is its name in SQL.
template <class Function>
struct prefix : function {
  static void print(auto& out, const auto& first, const auto&... rest) {
    (out += Function::symbol) += '(';
    first.print(out);
    ((out += ", ", rest.print(out)), ...);
    out += ')';
  }
};

}  // namespace tidemark::functions
