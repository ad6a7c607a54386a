// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// {.ttl = 24h}: what a step keeps leaves so long after the batch that it came in.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/timestamp.hpp>

#include <chrono>

namespace tidemark {

// What is kept beside a key or a row: until when.
using expiry = row<field<"expires", timestamp>>;

// By the time of batches: in the first batch at or past its time what is kept is no longer known, and leaves. A batch that is
// run again has the time that was logged.
struct time_to_live {
  static constexpr bool ends_before_batch = true;

  std::chrono::microseconds ttl;

  static timestamp now(const step_record& record) { return timestamp::from_millis(record.time_ms); }
  timestamp expires(const step_record& record) const { return now(record) + ttl; }
  timestamp expires(const auto& /*row*/, const step_record& record) const { return expires(record); }
};

// Without one.
struct no_time_to_live {};

// Throws error time_to_live_not_positive.
constexpr time_to_live checked_time_to_live(std::chrono::microseconds ttl) {
  if (ttl.count() <= 0)
    throw error("time_to_live_not_positive", "what is kept would be forgotten at once; give a ttl above zero");
  return {ttl};
}

}  // namespace tidemark
