// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The first and the last value of a group, in the order in which its rows come.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/row/owned.hpp>

#include <optional>

namespace tidemark {

// What makes first and last pass over nulls.
struct ignore_nulls_option {};
inline constexpr ignore_nulls_option ignore_nulls{};

namespace aggregates {

template <bool Last>
struct edge_value : aggregate_function {
  static constexpr const char* text = Last ? "last_ignore_nulls" : "first_ignore_nulls";
  template <bool MayBeEmpty, class Value>
  struct over {
    using state = std::optional<owned<Value>>;
    using result_type = maybe<MayBeEmpty, owned<Value>>;
    static constexpr state zero() { return std::nullopt; }
    [[gnu::always_inline]] static constexpr void add(state& edge, const auto& value) {
      if (Last || !edge) edge = value;
    }
    static constexpr void merge(state& edge, const state& other) {
      if (other) add(edge, *other);
    }
    static constexpr const result_type& result(const state& edge) {
      if constexpr (MayBeEmpty) return edge;
      else return *edge;
    }
  };
};

// The same with null as a value like any other.
template <bool Last>
struct edge : aggregate_function {
  static constexpr const char* text = Last ? "last" : "first";
  static constexpr bool sees_null = true;
  template <bool MayBeEmpty, class Value>
  struct over : edge_value<Last>::template over<MayBeEmpty, Value> {};
  template <bool MayBeEmpty, class Value>
  struct over<MayBeEmpty, std::optional<Value>> {
    using result_type = std::optional<owned<Value>>;
    using state = row<field<"value", result_type>, field<"is_there", bool>>;
    static constexpr state zero() { return {}; }
    [[gnu::always_inline]] static constexpr void add(state& edge, const auto& value) {
      if (!Last && get<"is_there">(edge)) return;
      get<"value">(edge) = value;
      get<"is_there">(edge) = true;
    }
    static constexpr void merge(state& edge, const state& other) {
      if (get<"is_there">(other)) add(edge, get<"value">(other));
    }
    static constexpr const result_type& result(const state& edge) { return get<"value">(edge); }
  };
};
struct first : edge<false> {};
struct last : edge<true> {};
struct first_ignore_nulls : edge_value<false> {};
struct last_ignore_nulls : edge_value<true> {};

}  // namespace aggregates

// The value of the first and of the last row, null or not; with `ignore_nulls` the first and the last that is not null:
// `last("page"_c, ignore_nulls)`. The order is that in which rows reach the group's partition.
template <Expression E>
constexpr auto first(const E& of) {
  return aggregate_of<aggregates::first>(of);
}
template <Expression E>
constexpr auto first(const E& of, ignore_nulls_option /*nulls*/) {
  return aggregate_of<aggregates::first_ignore_nulls>(of);
}
template <Expression E>
constexpr auto last(const E& of) {
  return aggregate_of<aggregates::last>(of);
}
template <Expression E>
constexpr auto last(const E& of, ignore_nulls_option /*nulls*/) {
  return aggregate_of<aggregates::last_ignore_nulls>(of);
}

}  // namespace tidemark
