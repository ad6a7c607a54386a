// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The greatest and the least of several values.

#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/null.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace tidemark {

namespace functions {

// The greatest or least of values that are there; null only if none is.
template <class Function>
struct extreme : call_notation<Function> {
  static constexpr bool sees_null = true;

  template <class... Values, class Plain = meeting_type<Values...>>
    requires(sizeof...(Values) > 1) && Comparable<Plain, Plain>
  static constexpr nullable<Plain, (is_nullable<Values> && ...)> apply(const Values&... values) {
    std::optional<Plain> best;
    (consider(best, values), ...);
    if constexpr ((is_nullable<Values> && ...)) return best;
    else return *std::move(best);
  }

 private:
  template <class Plain>
  static constexpr void consider(std::optional<Plain>& best, const auto& value) {
    if (is_null(value)) return;
    const auto& given = value_of_nullable(value);
    if (!best || Function::is_better(given, *best)) best = converted<Plain>(given);
  }
};

struct greatest : extreme<greatest> {
  static constexpr const char* symbol = "greatest";
  static constexpr bool is_better(const auto& a, const auto& b) { return is_less(b, a); }
};

struct least : extreme<least> {
  static constexpr const char* symbol = "least";
  static constexpr bool is_better(const auto& a, const auto& b) { return is_less(a, b); }
};

}  // namespace functions

// Numbers, texts or times of two and more expressions and values; nulls are passed over.
template <class... Es>
  requires Arguments<at_least(2), Es...>
constexpr auto greatest(Es&&... values) {
  return call_of<functions::greatest>(std::forward<Es>(values)...);
}
template <class... Es>
  requires Arguments<at_least(2), Es...>
constexpr auto least(Es&&... values) {
  return call_of<functions::least>(std::forward<Es>(values)...);
}

}  // namespace tidemark
