// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of rate_source.hpp.

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/sources/integer_offset.hpp>
#include <tidemark/sources/rate_source.hpp>
#include <tidemark/sources/source.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

namespace tidemark {

TIDEMARK_INLINE rate_reader::rate_reader(const rate_source_options& options, std::int64_t created_ms, std::int64_t start,
                                         std::int64_t end)
    : first_(rate_rows_before(start, options)),
      size_(static_cast<std::size_t>(rate_rows_before(end, options) - first_)),
      start_ms_(created_ms + start * 1000),
      ms_a_row_(size_ == 0 ? 0.0 : static_cast<double>((end - start) * 1000) / static_cast<double>(size_)) {}

TIDEMARK_INLINE rate_source::rate_source(rate_source_options options) : options_(options) {
  if (options.rows_per_second < 1 || options.ramp_up.count() < 0)
    throw error("rate_source_options",
                "a rate source makes at least one row a second, and its ramp is not negative; set "
                "rows_per_second to 1 or more and ramp_up to 0s or more");
}

TIDEMARK_INLINE std::string rate_source::description() const {
  return "RateStream[rowsPerSecond=" + std::to_string(options_.rows_per_second) +
         ", rampUpTimeSeconds=" + std::to_string(options_.ramp_up.count()) + "]";
}

TIDEMARK_INLINE rate_source::open_source::open_source(const source_place& place, rate_source_options options)
    : options_(options) {
  if (place.folder.empty()) return;
  log_.emplace(place.files, place.folder);
  if (const auto text = log_->get(0)) created_ms_ = time_in(*text);
}

TIDEMARK_INLINE std::optional<source_offset> rate_source::open_source::latest_offset(const std::optional<source_offset>& start,
                                                                                     std::int64_t now_ms,
                                                                                     read_limit /*limit*/) {
  if (!created_ms_) {
    if (log_) log_->add(0, std::to_string(now_ms));
    created_ms_ = now_ms;
  }
  const std::int64_t now = (std::min)(now_ms, frozen_ms_.value_or(now_ms));
  const std::int64_t seconds = floor_divide(now - *created_ms_, 1000);
  latest_ = (std::max)({latest_, seconds, start ? number_of(*start) : 0});
  return integer_offset(latest_);
}

TIDEMARK_INLINE std::int64_t rate_source::open_source::time_in(const std::string& text) const {
  std::int64_t ms = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), ms);
  if (failure != std::errc{} || end != text.data() + text.size())
    throw error("log_malformed", "\"" + log_->path(0) +
                                     "\" should hold the time of the first start in milliseconds; put the "
                                     "file back from a copy, or start with a new checkpoint folder")
        .in_file(log_->path(0));
  return ms;
}

}  // namespace tidemark
