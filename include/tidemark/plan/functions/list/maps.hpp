// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The keys and the values of maps, as lists.

#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/column_kind.hpp>

#include <utility>
#include <vector>

namespace tidemark {
namespace functions {

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

}  // namespace functions

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

}  // namespace tidemark
