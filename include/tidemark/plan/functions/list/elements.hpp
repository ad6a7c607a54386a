// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The size of a list or map, an element of a list counted from 1, the value under a key of a map. (`"xs"_c[0]` counts from 0.)

#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/nested.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/null.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

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

}  // namespace functions

template <class... Es>
  requires Arguments<1, Es...>
constexpr auto size(Es&&... list) {
  return call_of<functions::size>(std::forward<Es>(list)...);
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

}  // namespace tidemark
