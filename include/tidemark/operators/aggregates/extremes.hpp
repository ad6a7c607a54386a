// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The least and the greatest of values, and what stands beside them.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/row/owned.hpp>

#include <concepts>
#include <optional>

namespace tidemark {

namespace aggregates {

// Values that have an order: what min and max need.
template <class T>
concept Ordered = Comparable<T, T> || std::same_as<T, bool>;

template <bool Greatest, class A, class B>
[[gnu::always_inline]] constexpr bool is_further(const A& a, const B& b) {
  if constexpr (std::same_as<A, bool>) return Greatest ? a && !b : !a && b;
  else return Greatest ? is_less(b, a) : is_less(a, b);
}

// min and max differ in the order of two values.
template <bool Greatest>
struct extreme : aggregate_function {
  static constexpr const char* text = Greatest ? "max" : "min";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, Ordered Value>
  struct over<MayBeEmpty, Value> {
    using state = std::optional<owned<Value>>;
    using result_type = maybe<MayBeEmpty, owned<Value>>;
    static constexpr state zero() { return std::nullopt; }
    [[gnu::always_inline]] static constexpr void add(state& best, const auto& value) {
      if (!best || is_further<Greatest>(value, *best)) best = value;
    }
    static constexpr void merge(state& best, const state& other) {
      if (other) add(best, *other);
    }
    static constexpr const result_type& result(const state& best) {
      if constexpr (MayBeEmpty) return best;
      else return *best;
    }
  };
};
struct min : extreme<false> {};
struct max : extreme<true> {};

// The value, null or not, of the row with the least or greatest `by`; of several such rows the one that came last. Rows without
// a `by` are passed over.
template <bool Greatest>
struct extreme_by : aggregate_function {
  static constexpr const char* text = Greatest ? "max_by" : "min_by";
  static constexpr bool sees_null = true;
  template <bool MayBeEmpty, class Value, class By>
  struct over {};
  template <bool MayBeEmpty, class Value, class By>
    requires Ordered<without_null<By>>
  struct over<MayBeEmpty, Value, By> {
    using result_type = nullable<owned<Value>, MayBeEmpty>;
    using state = row<field<"value", result_type>, field<"by", std::optional<owned<without_null<By>>>>>;
    static constexpr state zero() { return {}; }
    [[gnu::always_inline]] static constexpr void add(state& best, const auto& value, const auto& by) {
      if (is_null(by)) return;
      const auto& order = value_of_nullable(by);
      auto& best_by = get<"by">(best);
      if (best_by && is_further<Greatest>(*best_by, order)) return;
      best_by = order;
      get<"value">(best) = value;
    }
    static constexpr void merge(state& best, const state& other) { add(best, get<"value">(other), get<"by">(other)); }
    static constexpr const result_type& result(const state& best) { return get<"value">(best); }
  };
};
struct min_by : extreme_by<false> {};
struct max_by : extreme_by<true> {};

}  // namespace aggregates

// The least and the greatest value. Nulls are skipped; NaN is greater than any other number.
template <Expression E>
constexpr auto(min)(const E& of) {
  return aggregate_of<aggregates::min>(of);
}
template <Expression E>
constexpr auto(max)(const E& of) {
  return aggregate_of<aggregates::max>(of);
}

// The value in the row where another one is least or greatest: `max_by("page"_c, "time"_c)`. It may be null; rows where the
// other is null are passed over; of several rows it is the one that came last.
template <Expression E, Expression By>
constexpr auto min_by(const E& of, const By& by) {
  return aggregate_of<aggregates::min_by>(of, by);
}
template <Expression E, Expression By>
constexpr auto max_by(const E& of, const By& by) {
  return aggregate_of<aggregates::max_by>(of, by);
}

}  // namespace tidemark
