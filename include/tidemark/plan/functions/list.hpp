// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions of lists and maps: their size, an element counted from 1, whether a value is among them. (`"xs"_c[0]` counts from
// 0.)

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/nested.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/column_kind.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// The place from 0 of a position from 1, or from the end if it is negative; nullopt if the list has no such element.
constexpr std::optional<std::size_t> place_in_list(std::size_t size, Integer auto position) {
  if (position == 0) throw_list_index(size, "0", 1);
  if (std::cmp_greater(position, 0)) {
    if (std::cmp_greater(position, size)) return std::nullopt;
    return static_cast<std::size_t>(position) - 1;
  }
  const std::size_t from_end = 0 - static_cast<std::size_t>(position);
  if (from_end > size) return std::nullopt;
  return size - from_end;
}

namespace functions {

struct size : call_notation<size> {
  static constexpr const char* symbol = "size";
  static constexpr std::int32_t apply(const List auto& list) { return static_cast<std::int32_t>(list.size()); }
  static constexpr std::int32_t apply(const Map auto& map) { return static_cast<std::int32_t>(map.size()); }
};

struct element_at : call_notation<element_at> {
  static constexpr const char* symbol = "element_at";
  template <List A>
  static constexpr typename A::value_type apply(const A& list, Integer auto position) {
    const auto place = place_in_list(list.size(), position);
    if (!place) throw_list_index(list.size(), std::to_string(position), 1);
    return list[*place];
  }
  template <Map A, class Key>
    requires Comparable<typename A::key_type, Key>
  static constexpr nullable<typename A::mapped_type> apply(const A& map, const Key& key) {
    const auto* found = value_under(map, key);
    if (found == nullptr) return std::nullopt;
    return *found;
  }
};
struct try_element_at : call_notation<try_element_at> {
  static constexpr const char* symbol = "try_element_at";
  template <List A>
  static constexpr nullable<typename A::value_type> apply(const A& list, Integer auto position) {
    const auto place = place_in_list(list.size(), position);
    if (!place) return std::nullopt;
    return list[*place];
  }
  template <Map A, class Key>
  static constexpr auto apply(const A& map, const Key& key)
    requires requires { element_at::apply(map, key); }
  {
    return element_at::apply(map, key);
  }
};

struct map_keys : call_notation<map_keys> {
  static constexpr const char* symbol = "map_keys";
  template <Map A>
  static std::vector<typename A::key_type> apply(const A& map) {
    std::vector<typename A::key_type> keys;
    keys.reserve(map.size());
    for (const auto& [key, value] : map) keys.push_back(key);
    return keys;
  }
};
struct map_values : call_notation<map_values> {
  static constexpr const char* symbol = "map_values";
  template <Map A>
  static std::vector<typename A::mapped_type> apply(const A& map) {
    std::vector<typename A::mapped_type> values;
    values.reserve(map.size());
    for (const auto& [key, value] : map) values.push_back(value);
    return values;
  }
};

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

// In ascending order nulls come first, in descending order last.
struct sort_array : call_notation<sort_array> {
  static constexpr const char* symbol = "sort_array";
  template <List A>
    requires Comparable<without_null<typename A::value_type>, without_null<typename A::value_type>>
  static A apply(const A& list, std::same_as<bool> auto is_ascending) {
    A sorted = list;
    std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
      const auto& first = is_ascending ? a : b;
      const auto& second = is_ascending ? b : a;
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

}  // namespace functions

template <class... Es>
  requires Arguments<1, Es...>
constexpr auto size(Es&&... list) {
  return call_of<functions::size>(std::forward<Es>(list)...);
}
// The keys of a map in their order, and the values in that of their keys.
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto map_keys(Es&&... map) {
  return call_of<functions::map_keys>(std::forward<Es>(map)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto map_values(Es&&... map) {
  return call_of<functions::map_values>(std::forward<Es>(map)...);
}
// `element_at("xs"_c, 1)` is the first, `element_at("xs"_c, -1)` the last; none there: error list_index_out_of_range.
// Of a map the value under a key, or null.
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto element_at(Es&&... list_and_position) {
  return call_of<functions::element_at>(std::forward<Es>(list_and_position)...);
}
// Null where there is no such element; only position 0 is an error.
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto try_element_at(Es&&... list_and_position) {
  return call_of<functions::try_element_at>(std::forward<Es>(list_and_position)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto array_contains(Es&&... list_and_value) {
  return call_of<functions::array_contains>(std::forward<Es>(list_and_value)...);
}
// In ascending order; `sort_array("xs"_c, false)` in descending order.
template <class... Es>
  requires Arguments<arity(1, 2), Es...>
constexpr auto sort_array(Es&&... list_and_direction) {
  return call_of<functions::sort_array>(std::forward<Es>(list_and_direction)...);
}

}  // namespace tidemark
