// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is logged of a batch before it runs.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// Settings as they stand in a log, under Spark's names: "spark.sql.shuffle.partitions".
using conf_map = std::map<std::string, std::string>;

// One planned batch. `ends` has one offset a source, in plan order; nullopt: the source has none yet.
struct offset_entry {
  std::int64_t watermark_ms = 0;  // that state is evicted by; 0: none
  std::int64_t time_ms = 0;       // the clock of the batch, also when it runs again
  conf_map conf = {};
  std::vector<std::optional<std::string>> ends = {};

  friend bool operator==(const offset_entry&, const offset_entry&) = default;
};

}  // namespace tidemark
