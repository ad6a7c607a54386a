// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A source that makes rows by the clock: so many a second, numbered from 0.

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/sources/integer_offset.hpp>
#include <tidemark/sources/source.hpp>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tidemark {

// A row of the rate source.
struct rate_row {
  tidemark::timestamp timestamp;
  std::int64_t value{};

  friend bool operator==(const rate_row&, const rate_row&) = default;
};

struct rate_source_options {
  std::int64_t rows_per_second = 1;
  std::chrono::seconds ramp_up{0};  // the rate grows second by second for so long
};

// How many rows there are before the end of second `second`. During the ramp each second has the same number more than the
// one before.
constexpr std::int64_t rate_rows_before(std::int64_t second, const rate_source_options& options) {
  const std::int64_t ramp = options.ramp_up.count();
  const std::int64_t more = options.rows_per_second / (ramp + 1);
  if (second > ramp)
    return saturating_add(rate_rows_before(ramp, options), saturating_multiply(second - ramp, options.rows_per_second));
  const bool is_odd = second % 2 != 0;
  return saturating_multiply(saturating_multiply(is_odd ? (second + 1) / 2 : second / 2, more), is_odd ? second : second + 1);
}

// The rows of some whole seconds, evenly spaced over them. Can be cut.
class rate_reader {
 public:
  rate_reader(const rate_source_options& options, std::int64_t created_ms, std::int64_t start, std::int64_t end);

  std::size_t size() const { return size_; }

  template <class F>
  void read_part(std::size_t first, std::size_t count, F&& f) const {
    for (std::size_t i = first; i < first + count; ++i) {
      const auto ms = start_ms_ + static_cast<std::int64_t>(std::floor(static_cast<double>(i) * ms_a_row_ + 0.5));
      const rate_row one{timestamp::from_millis(ms), first_ + static_cast<std::int64_t>(i)};
      f(one);
    }
  }

 private:
  std::int64_t first_ = 0;
  std::size_t size_ = 0;
  std::int64_t start_ms_ = 0;
  double ms_a_row_ = 0;
};

// Counts whole seconds from its first start, which the checkpoint keeps: the rows between two offsets are always the same.
// A clock that goes back is waited for.
//   read_stream(rate_source({.rows_per_second = 10}))
class rate_source {
 public:
  using row = rate_row;
  static constexpr source_capabilities capabilities{};

  explicit rate_source(rate_source_options options = {});
  std::string description() const;

  // The running source.
  class open_source {
   public:
    open_source(const source_place& place, rate_source_options options);
    std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, std::int64_t now_ms,
                                               read_limit /*limit*/);

    template <class Columns>
    rate_reader rows(const std::optional<source_offset>& start, const source_offset& end) const {
      const std::int64_t from = start ? number_of(*start) : 0;
      if (!created_ms_ || number_of(end) < from)
        throw error("source_log_missing",
                    "the time at which the rate source was first started is not in the checkpoint's folder "
                    "sources; put it back, or start with a new checkpoint");
      return {options_, *created_ms_, from, number_of(end)};
    }

    void freeze(std::int64_t now_ms) { frozen_ms_ = now_ms; }
    void commit(const source_offset& /*end*/) {}
    void interrupt() {}

   private:
    std::int64_t time_in(const std::string& text) const;

    rate_source_options options_;
    std::optional<batch_log> log_;
    std::optional<std::int64_t> created_ms_;
    std::optional<std::int64_t> frozen_ms_;
    std::int64_t latest_ = 0;
  };

  open_source open(const source_place& place) const { return {place, options_}; }

 private:
  rate_source_options options_;
};

}  // namespace tidemark

BOOST_HANA_ADAPT_STRUCT(tidemark::rate_row, timestamp, value);

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/rate_source.ipp>
#endif
