// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Aggregates that are about right, in little memory.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/key_hash.hpp>
#include <tidemark/state/hyper_log_log.hpp>
#include <tidemark/state/quantile_sketch.hpp>

#include <cmath>
#include <cstdint>
#include <optional>

namespace tidemark {

// How many registers (as a power of two) make the relative error at most this, as the engine counts them.
constexpr unsigned precision_for(double relative_error) {
  unsigned precision = 4;
  while (precision < 18 && 1.106 * 1.106 > relative_error * relative_error * static_cast<double>(1U << precision)) ++precision;
  return precision;
}

// How many values a sketch needs for the share of values below the one that it gives to be right to 1 / accuracy.
inline std::uint64_t sketch_size_for(std::int64_t accuracy) {
  return static_cast<std::uint64_t>(std::pow(2.296 * static_cast<double>(accuracy), 1 / 0.9021)) + 8;
}

namespace aggregates {

struct approx_count_distinct : aggregate_function {
  static constexpr const char* text = "approx_count_distinct";
  template <bool MayBeEmpty, class Value, class RelativeError>
  struct over {};
  template <bool MayBeEmpty, EncodableKey Value>
  struct over<MayBeEmpty, Value, double> {
    using state = hyper_log_log;
    using result_type = std::int64_t;
    static state zero() { return {}; }
    [[gnu::always_inline]] static void add(state& seen, const auto& value, double relative_error) {
      seen.add(key_hash_of(value), [&] { return precision_for(relative_error); });
    }
    static void merge(state& seen, const state& other) { seen.merge(other); }
    static result_type result(const state& seen) { return std::llround(seen.estimate()); }
  };
};

struct in_order {
  constexpr bool operator()(const auto& a, const auto& b) const { return is_less(a, b); }
};

struct approx_percentile : aggregate_function {
  static constexpr const char* text = "approx_percentile";
  template <bool MayBeEmpty, class... Arguments>
  struct over {};
  template <bool MayBeEmpty, class Value>
    requires Comparable<Value, Value> && Encodable<Value> && (!Text<Value>)
  struct over<MayBeEmpty, Value, double, std::int64_t> {
    using state = row<field<"percentage", double>, field<"values", quantile_sketch<Value, in_order>>>;
    using result_type = maybe<MayBeEmpty, Value>;
    static state zero() { return {}; }
    [[gnu::always_inline]] static void add(state& seen, const Value& value, double percentage, std::int64_t accuracy) {
      get<"percentage">(seen) = percentage;
      get<"values">(seen).add(value, [&] { return sketch_size_for(accuracy); });
    }
    static void merge(state& seen, const state& other) {
      if (get<"values">(other).count() == 0) return;
      get<"percentage">(seen) = get<"percentage">(other);
      get<"values">(seen).merge(get<"values">(other));
    }
    static result_type result(const state& seen) {
      if constexpr (MayBeEmpty) {
        if (get<"values">(seen).count() == 0) return std::nullopt;
      }
      return get<"values">(seen).value_at(get<"percentage">(seen));
    }
  };
};

}  // namespace aggregates

// About how many different values there are; anything that can be a key, nulls are not counted. Keeps a fixed number of bytes a
// group, whatever comes: 512 for a relative standard error of 0.05, four times as many for half the error.
//   views | group_by(window("time"_c, 1h)) | agg(approx_count_distinct("user"_c, 0.02).as("visitors"_c))
// Throws error relative_error_out_of_range if the error is not from 0.0022 to 0.27.
template <Expression E>
constexpr auto approx_count_distinct(const E& of, double relative_error = 0.05) {
  if (!(relative_error >= 0.0022 && relative_error <= 0.27))
    throw error("relative_error_out_of_range",
                "the relative error of approx_count_distinct is not from 0.0022 to 0.27; give one in that range, or use "
                "count_distinct to count exactly");
  return aggregate_of<aggregates::approx_count_distinct>(of, relative_error);
}

// The least value with about this share of the values (0.5: the median) at or below it. In 99 of 100 cases the share that it
// really has is off by less than 1 / accuracy. Exact for groups of up to 2.5 times `accuracy` values (and more, for high ones);
// keeps three times as many at most. A smaller accuracy keeps less: 100 about 1 200 values.
//   latencies | group_by("server"_c) | agg(approx_percentile("millis"_c, 0.99, 100).as("p99"_c))
// Throws error approx_percentile_options if the share is not from 0 to 1 or the accuracy not from 1 to 1 000 000.
template <Expression E>
constexpr auto approx_percentile(const E& of, double percentage, std::int64_t accuracy = 10'000) {
  if (!(percentage >= 0 && percentage <= 1) || accuracy < 1 || accuracy > 1'000'000)
    throw error("approx_percentile_options",
                "the percentage of approx_percentile is not from 0 to 1, or its accuracy not from 1 to 1000000; give 0.5 for "
                "the median, and 100 for one percent");
  return aggregate_of<aggregates::approx_percentile>(of, percentage, accuracy);
}

}  // namespace tidemark
