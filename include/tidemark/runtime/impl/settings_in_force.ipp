// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of settings_in_force.hpp.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/runtime/log.hpp>
#include <tidemark/runtime/query_options.hpp>
#include <tidemark/runtime/settings_in_force.hpp>
#include <tidemark/runtime/watermarks.hpp>

#include <string>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE pinned_settings pinned_by(const query_settings& settings, std::string state_policy) {
  return {.partitions = settings.partitions,
          .watermark_policy = settings.watermark_policy == watermark_policy::max ? "max" : "min",
          .state_policy = std::move(state_policy)};
}

TIDEMARK_INLINE query_settings settings_in_force(open_checkpoint& files, query_settings asked,
                                                 const std::string& state_policy) {
  const auto latest = files.offsets().files().latest();
  if (!latest) return asked;
  const auto entry = files.offsets().get(*latest);
  if (!entry) return asked;
  const settled_settings settled = settle(pinned_by(asked, state_policy), entry->conf);
  if (settled.in_force.state_policy != state_policy)
    throw error("state_policy_changed", "the checkpoint \"" + files.names().folder + "\" keeps state by the policy \"" +
                                            settled.in_force.state_policy + "\", and this query by \"" + state_policy +
                                            "\"; start it with the former, or with a new checkpoint folder")
        .in_query(asked.name);
  for (const std::string& notice : settled.notices) write_log(asked.on_log, log_level::warning, notice);
  asked.partitions = settled.in_force.partitions;
  asked.watermark_policy = settled.in_force.watermark_policy == "max" ? watermark_policy::max : watermark_policy::min;
  return asked;
}

}  // namespace tidemark
