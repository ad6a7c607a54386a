// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What tests of expressions ask: the text of an expression, and the error that evaluating it gives.

#include <string>

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/value_text.hpp>
#include <tidemark/row/error.hpp>

namespace tidemark::testing {

template <Expression E>
std::string printed(const E& e) {
  std::string out;
  e.print(out);
  return out;
}

// The id and sentence of the error; empty if there is none.
template <Expression E, class R>
std::string failure_of(const E& e, const R& row) {
  try {
    static_cast<void>(e(row));
  } catch (const error& failed) {
    return failed.what();
  }
  return {};
}

template <Expression E, class R>
std::string failure_id(const E& e, const R& row) {
  try {
    static_cast<void>(e(row));
  } catch (const error& failed) {
    return failed.id();
  }
  return {};
}

}  // namespace tidemark::testing
