// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is in a list: a value and where, the least and the greatest.

#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/null.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace tidemark {

namespace functions {

// Null if the value is not there but a null is, which could be it.
struct array_contains : call_notation<array_contains> {
  static constexpr const char* symbol = "array_contains";
  template <List A, class B>
    requires Comparable<without_null<typename A::value_type>, B>
  static constexpr nullable<bool, is_nullable<typename A::value_type>> apply(const A& list, const B& wanted) {
    bool has_null = false;
    for (const auto& element : list) {
      if (is_null(element)) has_null = true;
      else if (is_equal(value_of_nullable(element), wanted)) return true;
    }
    if constexpr (is_nullable<typename A::value_type>) {
      if (has_null) return std::nullopt;
    }
    return false;
  }
};

// From 1; 0 if the value is not there.
struct array_position : call_notation<array_position> {
  static constexpr const char* symbol = "array_position";
  template <List A, class B>
    requires Comparable<without_null<typename A::value_type>, B>
  static constexpr std::int64_t apply(const A& list, const B& wanted) {
    std::int64_t position = 0;
    for (const auto& element : list) {
      ++position;
      if (!is_null(element) && is_equal(value_of_nullable(element), wanted)) return position;
    }
    return 0;
  }
};

// Nulls are passed over; null if there is nothing else.
template <class Function, bool Greatest>
struct extreme_element : call_notation<Function> {
  template <List A, class Plain = without_null<typename A::value_type>>
    requires Comparable<Plain, Plain>
  static constexpr std::optional<Plain> apply(const A& list) {
    // A place, not an address: a list of bool has no bool to point at.
    auto best = list.end();
    for (auto at = list.begin(); at != list.end(); ++at) {
      if (!is_null(*at) && (best == list.end() || is_further(*at, *best))) best = at;
    }
    if (best == list.end()) return std::nullopt;
    return value_of_nullable(*best);
  }

 private:
  template <class Element>
  static constexpr bool is_further(const Element& a, const Element& b) {
    return Greatest ? is_less(value_of_nullable(b), value_of_nullable(a)) : is_less(value_of_nullable(a), value_of_nullable(b));
  }
};
struct array_min : extreme_element<array_min, false> {
  static constexpr const char* symbol = "array_min";
};
struct array_max : extreme_element<array_max, true> {
  static constexpr const char* symbol = "array_max";
};

}  // namespace functions

template <class... Es>
  requires Arguments<2, Es...>
constexpr auto array_contains(Es&&... list_and_value) {
  return call_of<functions::array_contains>(std::forward<Es>(list_and_value)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto array_position(Es&&... list_and_value) {
  return call_of<functions::array_position>(std::forward<Es>(list_and_value)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto array_min(Es&&... list) {
  return call_of<functions::array_min>(std::forward<Es>(list)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto array_max(Es&&... list) {
  return call_of<functions::array_max>(std::forward<Es>(list)...);
}

}  // namespace tidemark
