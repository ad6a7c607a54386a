// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What can be chosen when a query starts.

#include <tidemark/plan/trigger.hpp>
#include <tidemark/runtime/log.hpp>
#include <tidemark/runtime/watermarks.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace tidemark {

// Options of `start<Policy>`. All have defaults; the order of members is API, since they are named in order:
// `start(checkpoint{"ckpt"}, {.name = "clicks", .trigger = available_now{}, .partitions = 8})`.
template <class Policy>
struct start_options {
  std::string name = {};                                  // must differ from the names of other active queries; may be empty
  tidemark::trigger trigger = default_trigger{};
  std::size_t partitions = 1;                             // of state; fixed by a checkpoint's first start
  std::size_t threads = 1;                                // that work on partitions, the query's own among them
  tidemark::watermark_policy watermark_policy = tidemark::watermark_policy::min;  // fixed by a checkpoint's first start
  bool no_data_batches = true;                            // a moved watermark alone is reason enough for a batch
  std::int64_t min_batches_to_retain = 100;               // logs and state of so many batches before the last are kept
  typename Policy::options state = {};                    // of the state policy
  log_hook on_log = {};
};

// The same without the type of the state policy: what the runtime works with.
struct query_settings {
  std::string name = {};
  tidemark::trigger trigger = default_trigger{};
  std::size_t partitions = 1;
  std::size_t threads = 1;
  tidemark::watermark_policy watermark_policy = tidemark::watermark_policy::min;
  bool no_data_batches = true;
  std::int64_t min_batches_to_retain = 100;
  log_hook on_log = {};
};

// Throws error option_out_of_range, which names the option.
void check_settings(const query_settings& settings);

// Throws as check_settings.
template <class Policy>
query_settings settings_of(const start_options<Policy>& options) {
  query_settings settings{.name = options.name,
                          .trigger = options.trigger,
                          .partitions = options.partitions,
                          .threads = options.threads,
                          .watermark_policy = options.watermark_policy,
                          .no_data_batches = options.no_data_batches,
                          .min_batches_to_retain = options.min_batches_to_retain,
                          .on_log = options.on_log};
  check_settings(settings);
  return settings;
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/query_options.ipp>
#endif
