// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sums and means, of numbers and of every type that says how it is summed.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/scalar.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace tidemark {

// How values of a type are summed: `total`, `add_to(total&, value)`, also for a value that is a total.
template <class T>
struct summing;
// How their mean is found: the same, `mean`, and `mean_of(total, count)`.
template <class T>
struct averaging;

template <Number T>
struct summing<T> {
  using total = std::conditional_t<std::floating_point<T>, double,
                                   std::conditional_t<std::same_as<T, std::uint64_t>, std::uint64_t, std::int64_t>>;
  [[gnu::always_inline]] static constexpr void add_to(total& sum, Number auto value) {
    sum = functions::add::apply(sum, static_cast<total>(value));
  }
};
template <Number T>
struct averaging<T> {
  using total = double;
  using mean = double;
  [[gnu::always_inline]] static constexpr void add_to(double& sum, Number auto value) { sum += static_cast<double>(value); }
  static constexpr double mean_of(double sum, std::int64_t count) { return sum / static_cast<double>(count); }
};

// A type of one value says it of itself.
template <Scalar T>
  requires requires { typename scalar_traits<T>::total; }
struct summing<T> : scalar_traits<T> {};
template <Scalar T>
  requires requires { typename scalar_traits<T>::mean; }
struct averaging<T> : scalar_traits<T> {};

namespace aggregates {

struct sum : aggregate_function {
  static constexpr const char* text = "sum";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, class Value>
    requires requires { typename summing<Value>::total; }
  struct over<MayBeEmpty, Value> {
    using total = typename summing<Value>::total;
    using state = maybe<MayBeEmpty, total>;
    using result_type = state;
    static constexpr state zero() { return {}; }
    [[gnu::always_inline]] static constexpr void add(state& sum, const auto& value) {
      if constexpr (MayBeEmpty) {
        if (!sum) sum = total{};
        summing<Value>::add_to(*sum, value);
      } else {
        summing<Value>::add_to(sum, value);
      }
    }
    static constexpr void merge(state& sum, const state& other) {
      if constexpr (MayBeEmpty) {
        if (other) add(sum, *other);
      } else {
        add(sum, other);
      }
    }
    static constexpr result_type result(const state& sum) { return sum; }
  };
};

struct avg : aggregate_function {
  static constexpr const char* text = "avg";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, class Value>
    requires requires { typename averaging<Value>::mean; }
  struct over<MayBeEmpty, Value> {
    using state = row<field<"sum", typename averaging<Value>::total>, field<"count", std::int64_t>>;
    using result_type = maybe<MayBeEmpty, typename averaging<Value>::mean>;
    static constexpr state zero() { return {}; }
    [[gnu::always_inline]] static constexpr void add(state& mean, const Value& value) {
      averaging<Value>::add_to(get<"sum">(mean), value);
      ++get<"count">(mean);
    }
    static constexpr void merge(state& mean, const state& other) {
      averaging<Value>::add_to(get<"sum">(mean), get<"sum">(other));
      get<"count">(mean) += get<"count">(other);
    }
    static constexpr result_type result(const state& mean) {
      if constexpr (MayBeEmpty) {
        if (get<"count">(mean) == 0) return std::nullopt;
      }
      return averaging<Value>::mean_of(get<"sum">(mean), get<"count">(mean));
    }
  };
};

}  // namespace aggregates

// The sum: int64 for integers (overflow ends the query with error arithmetic_overflow), double for floating numbers,
// what the type says for any other.
template <Expression E>
constexpr auto sum(const E& of) {
  return aggregate_of<aggregates::sum>(of);
}

// The mean: double for numbers.
template <Expression E>
constexpr auto avg(const E& of) {
  return aggregate_of<aggregates::avg>(of);
}

}  // namespace tidemark
