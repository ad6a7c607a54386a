// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Aggregates that are about right, in little memory.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/key_hash.hpp>
#include <tidemark/state/hyper_log_log.hpp>

#include <cmath>
#include <cstdint>

namespace tidemark {

// How many registers (as a power of two) make the relative error at most this, as the engine counts them.
constexpr unsigned precision_for(double relative_error) {
  unsigned precision = 4;
  while (precision < 18 && 1.106 * 1.106 > relative_error * relative_error * static_cast<double>(1U << precision)) ++precision;
  return precision;
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

}  // namespace tidemark
