// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which batch comes first after a start, again or new, and where its start offsets and watermarks come from.

#include <tidemark/durable/offset_entry.hpp>
#include <tidemark/row/error.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// What two folders of a checkpoint hold, as far as it decides.
struct logged_batches {
  std::optional<std::int64_t> latest_offset;  // the highest id in offsets/
  std::optional<std::int64_t> latest_commit;  // the highest id in commits/
  bool has_offset_before_latest = false;      // offsets/<latest_offset - 1> is there
};

// The decision, as ids of log entries.
struct recovery_point {
  std::int64_t batch = 0;                 // to run first
  bool is_logged = false;                 // its offsets are logged: run again as they say. False: to be planned
  std::optional<std::int64_t> starts_at;  // offsets/<this> holds the end of the batch before; nullopt: from the beginning

  friend bool operator==(const recovery_point&, const recovery_point&) = default;
};

// The table of durable/README.md. Throws log_hole, log_ahead; both name batch, folder and the way out.
recovery_point recovery_point_of(const logged_batches& found, const std::string& offsets, const std::string& commits);

// The decision with what the entries say (recover.hpp).
struct recovery {
  std::int64_t batch = 0;
  bool is_logged = false;
  std::vector<std::optional<std::string>> starts = {};  // one for each source
  std::vector<std::optional<std::string>> ends = {};    // of the logged batch; where there is none, the starts
  std::int64_t watermark_ms = 0;       // of this batch: what it evicts by
  std::int64_t late_watermark_ms = 0;  // of the batch before: what is late in this one
  std::int64_t time_ms = 0;            // the clock of the logged batch
  conf_map conf = {};                  // of the latest entry: settings that hold for the checkpoint
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/recovery.ipp>
#endif
