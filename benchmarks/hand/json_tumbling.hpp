// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rows per user and tumbling window from a folder of JSON files into a folder of JSON files, written by hand: a scanner for
// flat objects, a flat map a window, windows that close between files, and after each file what a restart needs.

#include <cstdint>
#include <string>

namespace hand {

struct json_tumbling_settings {
  std::string input;       // its files are read in order of their names
  std::string output;      // an empty folder
  std::string checkpoint;  // an empty folder
  std::int64_t width_micros;
  std::int64_t delay_micros;
};

void count_json_rows(const json_tumbling_settings& settings);

}  // namespace hand
