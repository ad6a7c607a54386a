// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums and means of numbers.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace tidemark {

namespace aggregates {

struct sum : aggregate_function {
  static constexpr const char* text = "sum";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, Number Value>
  struct over<MayBeEmpty, Value> {
    using total = std::conditional_t<std::floating_point<Value>, double,
                                     std::conditional_t<std::same_as<Value, std::uint64_t>, std::uint64_t, std::int64_t>>;
    using state = maybe<MayBeEmpty, total>;
    using result_type = state;
    static constexpr state zero() { return {}; }
    [[gnu::always_inline]] static constexpr void add(state& sum, Value value) {
      if constexpr (MayBeEmpty) sum = sum ? functions::add::apply(*sum, static_cast<total>(value)) : static_cast<total>(value);
      else sum = functions::add::apply(sum, static_cast<total>(value));
    }
    static constexpr void merge(state& sum, const state& other) {
      if constexpr (MayBeEmpty) {
        if (other) sum = sum ? functions::add::apply(*sum, *other) : *other;
      } else sum = functions::add::apply(sum, other);
    }
    static constexpr result_type result(const state& sum) { return sum; }
  };
};

struct avg : aggregate_function {
  static constexpr const char* text = "avg";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, Number Value>
  struct over<MayBeEmpty, Value> {
    using state = row<field<"sum", double>, field<"count", std::int64_t>>;
    using result_type = maybe<MayBeEmpty, double>;
    static constexpr state zero() { return {}; }
    [[gnu::always_inline]] static constexpr void add(state& mean, Value value) {
      get<"sum">(mean) += static_cast<double>(value);
      ++get<"count">(mean);
    }
    static constexpr void merge(state& mean, const state& other) {
      get<"sum">(mean) += get<"sum">(other);
      get<"count">(mean) += get<"count">(other);
    }
    static constexpr result_type result(const state& mean) {
      if constexpr (MayBeEmpty) {
        if (get<"count">(mean) == 0) return std::nullopt;
      }
      return get<"sum">(mean) / static_cast<double>(get<"count">(mean));
    }
  };
};

}  // namespace aggregates

// The sum: int64 for integers (overflow ends the query with error arithmetic_overflow), double for floating numbers.
template <Expression E>
constexpr auto sum(const E& of) {
  return aggregate_of<aggregates::sum>(of);
}

// The mean, as double.
template <Expression E>
constexpr auto avg(const E& of) {
  return aggregate_of<aggregates::avg>(of);
}

}  // namespace tidemark
