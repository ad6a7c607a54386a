// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counting: rows, values, values for which a condition holds, different values.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/state/distinct_values.hpp>

#include <concepts>
#include <cstdint>

namespace tidemark {

namespace aggregates {

struct count : aggregate_function {
  static constexpr const char* text = "count";
  template <bool MayBeEmpty, class... Values>
  struct over {
    using state = std::int64_t;
    using result_type = std::int64_t;
    static constexpr state zero() { return 0; }
    [[gnu::always_inline]] static constexpr void add(state& rows, const Values&... /*values*/) { ++rows; }
    static constexpr void merge(state& rows, state other) { rows += other; }
    static constexpr result_type result(state rows) { return rows; }
  };
};

struct count_if : aggregate_function {
  static constexpr const char* text = "count_if";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty>
  struct over<MayBeEmpty, bool> : count::over<MayBeEmpty> {
    [[gnu::always_inline]] static constexpr void add(std::int64_t& rows, bool holds) { rows += holds ? 1 : 0; }
  };
};

struct count_distinct : aggregate_function {
  static constexpr const char* text = "count_distinct";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, class Value>
    requires Encodable<owned<Value>> && EncodableKey<owned<Value>>
  struct over<MayBeEmpty, Value> {
    using state = distinct_values<owned<Value>>;
    using result_type = std::int64_t;
    static constexpr state zero() { return {}; }
    static constexpr void add(state& seen, const auto& value) { seen.add(value); }
    static constexpr void merge(state& seen, const state& other) { seen.merge(other); }
    static constexpr result_type result(const state& seen) { return static_cast<std::int64_t>(seen.size()); }
  };
};

}  // namespace aggregates

// The number of rows, as column "count"; of rows where the expression is not null.
constexpr auto count() { return aggregate_of<aggregates::count, "count">(); }
template <Expression E>
constexpr auto count(const E& of) {
  return aggregate_of<aggregates::count>(of);
}

// The number of rows for which the condition is true.
template <Expression Condition>
constexpr auto count_if(const Condition& condition) {
  return aggregate_of<aggregates::count_if>(condition);
}

// How many different values there are, exactly; anything that can be a key, nulls are not counted. All values of a group are
// kept until it leaves, and written as a whole in each batch that adds to it: for groups that end, of some thousand values.
//   views | group_by(window("time"_c, 1h)) | agg(count_distinct("user"_c).as("visitors"_c))
template <Expression E>
constexpr auto count_distinct(const E& of) {
  return aggregate_of<aggregates::count_distinct>(of);
}

}  // namespace tidemark
