// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of query_options.hpp.

#include <tidemark/form.hpp>
#include <tidemark/plan/trigger.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/runtime/query_options.hpp>

#include <variant>

namespace tidemark {

TIDEMARK_INLINE void check_settings(const query_settings& settings) {
  const auto demand = [](bool holds, const char* sentence) {
    if (!holds) throw error("option_out_of_range", sentence);
  };
  demand(settings.partitions >= 1, "the option partitions is 0; give at least 1");
  demand(settings.threads >= 1, "the option threads is 0; give at least 1");
  demand(settings.min_batches_to_retain >= 1, "the option min_batches_to_retain is below 1; give at least 1");
  const auto* timed = std::get_if<processing_time>(&settings.trigger);
  demand(timed == nullptr || timed->interval.count() >= 0, "the interval of processing_time is negative; give 0 or more");
}

}  // namespace tidemark
