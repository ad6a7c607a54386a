// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lists made of values and of other lists: in order, without repetitions, in part; and text made of a list.

#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/list/elements.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/null.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_slice_length() {
  throw error("slice_length_negative", "the length of a slice is below zero; give zero or more");
}

namespace functions {

struct array : call_notation<array> {
  static constexpr const char* symbol = "array";
  static constexpr bool sees_null = true;
  template <class... Values, class Plain = meeting_type<Values...>>
    requires(!is_wrong_type<Plain>)
  static auto apply(const Values&... values) {
    using element = nullable<Plain, (is_nullable<Values> || ...)>;
    return std::vector<element>{converted<element>(values)...};
  }
};

// In ascending order nulls come first, in descending order last.
struct sort_array : call_notation<sort_array> {
  static constexpr const char* symbol = "sort_array";
  template <List A, class Element = typename A::value_type>
    requires Comparable<without_null<Element>, without_null<Element>>
  static A apply(const A& list, std::same_as<bool> auto is_ascending) {
    A sorted = list;
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Element& a, const Element& b) {
      const Element& first = is_ascending ? a : b;
      const Element& second = is_ascending ? b : a;
      if (is_null(first) || is_null(second)) return is_null(first) && !is_null(second);
      return is_less(value_of_nullable(first), value_of_nullable(second));
    });
    return sorted;
  }
  static auto apply(const List auto& list)
    requires requires { apply(list, true); }
  {
    return apply(list, true);
  }
};

// Of equal ones the first stays; null is one value.
struct array_distinct : call_notation<array_distinct> {
  static constexpr const char* symbol = "array_distinct";
  template <List A, class Element = typename A::value_type>
    requires Comparable<without_null<Element>, without_null<Element>>
  static std::vector<Element> apply(const A& list) {
    const auto is_before = [&](std::size_t a, std::size_t b) {
      const Element& first = list[a];
      const Element& second = list[b];
      if (is_null(first) || is_null(second)) return is_null(first) && !is_null(second);
      return is_less(value_of_nullable(first), value_of_nullable(second));
    };
    // Places, not addresses: a list of bool has no bool to point at. Those of equal elements stand together in order of their
    // values, the first of them in front.
    std::vector<std::size_t> in_order(list.size());
    std::iota(in_order.begin(), in_order.end(), std::size_t{0});
    std::stable_sort(in_order.begin(), in_order.end(), is_before);
    const auto end = std::unique(in_order.begin(), in_order.end(),
                                 [&](std::size_t a, std::size_t b) { return !is_before(a, b) && !is_before(b, a); });
    std::sort(in_order.begin(), end);
    std::vector<Element> distinct;
    for (auto one = in_order.begin(); one != end; ++one) distinct.push_back(list[*one]);
    return distinct;
  }
};

// `length` elements from a position, which counts from 1, or from the end if it is negative; what is not there is left out.
struct slice : call_notation<slice> {
  static constexpr const char* symbol = "slice";
  template <List A>
  static std::vector<typename A::value_type> apply(const A& list, Integer auto start, Integer auto length) {
    if (std::cmp_less(length, 0)) throw_slice_length();
    const auto place = place_in_list(list.size(), start);
    if (!place) return {};
    const std::size_t left = list.size() - *place;
    const auto count = std::cmp_less(length, left) ? static_cast<std::size_t>(length) : left;
    const auto from = list.begin() + static_cast<std::ptrdiff_t>(*place);
    return {from, from + static_cast<std::ptrdiff_t>(count)};
  }
};

// Nulls are left out, or stand as the third argument.
struct array_join : call_notation<array_join> {
  static constexpr const char* symbol = "array_join";
  template <List A>
    requires Text<without_null<typename A::value_type>>
  static std::string apply(const A& list, const Text auto& separator) {
    return joined(list, separator, nullptr);
  }
  template <List A>
    requires Text<without_null<typename A::value_type>>
  static std::string apply(const A& list, const Text auto& separator, const Text auto& for_null) {
    const std::string_view text(for_null);
    return joined(list, separator, &text);
  }

 private:
  static std::string joined(const auto& list, std::string_view separator, const std::string_view* for_null) {
    std::string out;
    bool is_first = true;
    for (const auto& element : list) {
      if (is_null(element) && for_null == nullptr) continue;
      if (!is_first) out += separator;
      is_first = false;
      out += is_null(element) ? *for_null : std::string_view(value_of_nullable(element));
    }
    return out;
  }
};

}  // namespace functions

// `array("a"_c, "b"_c, 0)`: in the type where they meet.
template <class... Es>
  requires Arguments<at_least(1), Es...>
constexpr auto array(Es&&... values) {
  return call_of<functions::array>(std::forward<Es>(values)...);
}
// In ascending order, nulls first; `sort_array("xs"_c, false)` in descending order, nulls last.
template <class... Es>
  requires Arguments<arity(1, 2), Es...>
constexpr auto sort_array(Es&&... list_and_direction) {
  return call_of<functions::sort_array>(std::forward<Es>(list_and_direction)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto array_distinct(Es&&... list) {
  return call_of<functions::array_distinct>(std::forward<Es>(list)...);
}
// `slice("xs"_c, 2, 3)`, `slice("xs"_c, -2, 2)`. A start of 0 is error list_index_out_of_range, a length below zero
// slice_length_negative.
template <class... Es>
  requires Arguments<3, Es...>
constexpr auto slice(Es&&... list_start_and_length) {
  return call_of<functions::slice>(std::forward<Es>(list_start_and_length)...);
}
// `array_join("words"_c, ", ")`.
template <class... Es>
  requires Arguments<arity(2, 3), Es...>
constexpr auto array_join(Es&&... list_separator_and_null) {
  return call_of<functions::array_join>(std::forward<Es>(list_separator_and_null)...);
}

}  // namespace tidemark
