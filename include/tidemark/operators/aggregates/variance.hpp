// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Variance and standard deviation.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>

#include <cstdint>
#include <optional>

namespace tidemark {

namespace aggregates {

// Kept: count, mean and the sum of squared distances from it, moved with each value, so that no digits are lost where values
// are large and close to each other.
struct moments {
  using state = row<field<"count", std::int64_t>, field<"mean", double>, field<"squares", double>>;

  static constexpr state zero() { return {}; }
  [[gnu::always_inline]] static constexpr void add(state& of, Number auto value) {
    const double x = static_cast<double>(value);
    auto& mean = get<"mean">(of);
    const double distance = x - mean;
    mean += distance / static_cast<double>(++get<"count">(of));
    get<"squares">(of) += distance * (x - mean);
  }
  static constexpr void merge(state& of, const state& other) {
    if (get<"count">(other) == 0) return;
    const double here = static_cast<double>(get<"count">(of));
    const double there = static_cast<double>(get<"count">(other));
    const double distance = get<"mean">(other) - get<"mean">(of);
    get<"count">(of) += get<"count">(other);
    get<"mean">(of) += distance * (there / (here + there));
    get<"squares">(of) += get<"squares">(other) + distance * distance * (here * there / (here + there));
  }
  // Of a sample one value is missing, by which its mean was chosen: null for a single one.
  template <bool IsSample>
  static constexpr std::optional<double> variance(const state& of) {
    const std::int64_t degrees = get<"count">(of) - (IsSample ? 1 : 0);
    if (degrees <= 0) return std::nullopt;
    return get<"squares">(of) / static_cast<double>(degrees);
  }
};

template <bool IsSample, bool IsRoot>
struct spread : aggregate_function {
  static constexpr const char* text = IsRoot ? (IsSample ? "stddev_samp" : "stddev_pop") : (IsSample ? "var_samp" : "var_pop");
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, Number Value>
  struct over<MayBeEmpty, Value> : moments {
    using result_type = maybe<IsSample || MayBeEmpty, double>;
    static result_type result(const state& of) {
      auto variance = moments::variance<IsSample>(of);
      if (IsRoot && variance) variance = __builtin_sqrt(*variance);
      if constexpr (IsSample || MayBeEmpty) return variance;
      else return *variance;
    }
  };
};
struct var_samp : spread<true, false> {};
struct var_pop : spread<false, false> {};
struct stddev_samp : spread<true, true> {};
struct stddev_pop : spread<false, true> {};

}  // namespace aggregates

// The variance of a sample (by count - 1; null for one value) and of a whole population (by count), and their square roots, the
// standard deviations.
template <Expression E>
constexpr auto var_samp(const E& of) {
  return aggregate_of<aggregates::var_samp>(of);
}
template <Expression E>
constexpr auto var_pop(const E& of) {
  return aggregate_of<aggregates::var_pop>(of);
}
template <Expression E>
constexpr auto stddev_samp(const E& of) {
  return aggregate_of<aggregates::stddev_samp>(of);
}
template <Expression E>
constexpr auto stddev_pop(const E& of) {
  return aggregate_of<aggregates::stddev_pop>(of);
}

// Those of a sample under the names that are used most.
template <Expression E>
constexpr auto variance(const E& of) {
  return var_samp(of);
}
template <Expression E>
constexpr auto stddev(const E& of) {
  return stddev_samp(of);
}

}  // namespace tidemark
