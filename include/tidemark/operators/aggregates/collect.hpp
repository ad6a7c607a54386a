// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The values of a group themselves, as a list.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/operators/aggregates/count.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/state/distinct_values.hpp>

#include <vector>

namespace tidemark {

namespace aggregates {

struct collect_list : aggregate_function {
  static constexpr const char* text = "collect_list";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, class Value>
    requires Encodable<owned<Value>>
  struct over<MayBeEmpty, Value> {
    using state = std::vector<owned<Value>>;
    using result_type = state;
    static constexpr state zero() { return {}; }
    static constexpr void add(state& values, const auto& value) { values.emplace_back(value); }
    static constexpr void merge(state& values, const state& other) { values.insert(values.end(), other.begin(), other.end()); }
    static constexpr const result_type& result(const state& values) { return values; }
  };
};

struct collect_set : aggregate_function {
  static constexpr const char* text = "collect_set";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, class Value>
    requires Encodable<owned<Value>> && EncodableKey<owned<Value>>
  struct over<MayBeEmpty, Value> : count_distinct::over<MayBeEmpty, Value> {
    using result_type = std::vector<owned<Value>>;
    static constexpr const result_type& result(const distinct_values<owned<Value>>& seen) { return get<"values">(seen); }
  };
};

}  // namespace aggregates

// All values of a group, in the order in which they come; collect_set each different one once. Nulls are left out, and without
// a value the list is empty. Like count_distinct, for groups that end, of some thousand values: all are kept until the group
// leaves, and written as a whole in each batch that adds to it.
template <Expression E>
constexpr auto collect_list(const E& of) {
  return aggregate_of<aggregates::collect_list>(of);
}
template <Expression E>
constexpr auto collect_set(const E& of) {
  return aggregate_of<aggregates::collect_set>(of);
}

}  // namespace tidemark
