// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The query that is crashed and killed: clicks per window and user, from a folder of JSON files to another, and its input.

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sinks/json_sink.hpp>
#include <tidemark/sources/json_source.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

struct click {
  std::string user;
  std::int64_t weight;
  tidemark::timestamp time;
};
BOOST_HANA_ADAPT_STRUCT(click, user, weight, time);

namespace clicks {

namespace td = tidemark;

// Reads one file of `folder`/in a batch and writes to `folder`/out.
inline auto query(const std::string& folder) {
  using namespace td::literals;
  using namespace std::chrono_literals;
  return td::read_stream(td::json_source<click>(folder + "/in", {.max_files_per_trigger = 1})) |
         td::with_watermark("time"_c, 5s) | td::group_by(td::window("time"_c, 10s), "user"_c) |
         td::agg(td::count().as("clicks"_c), td::sum("weight"_c).as("weight"_c)) |
         td::write_stream(td::json_sink(folder + "/out"), td::append);
}

// The text of the number-th input file: some clicks around a time that goes on with the files, some of them late. Another
// series has other clicks of the same users around the same times.
inline std::string input(std::size_t number, std::size_t rows, std::size_t series = 0) {
  std::mt19937_64 random(20260105 + number + 1000 * series);
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::int64_t second = static_cast<std::int64_t>(number * 8 + random() % 12);
    const click one{"user" + std::to_string(random() % 4), static_cast<std::int64_t>(random() % 100),
                    td::timestamp((1'767'607'200 + second) * 1'000'000)};
    td::write_json(text, one);
    text += '\n';
  }
  return text;
}

// A last file, far ahead: it closes all windows. A run that has just begun again runs no batch for a watermark alone, so
// without new rows the last windows would wait.
inline std::string closing_input() {
  std::string text;
  td::write_json(text, click{"nobody", 0, td::timestamp(1'767'700'000'000'000)});
  return text + "\n";
}

// The rows in the files that the manifest names, sorted: what a reader sees.
inline std::vector<std::string> output(td::file_system& files, const std::string& folder, const std::string& sink = "out") {
  std::vector<std::string> rows;
  for (const std::string& file : td::manifest_files(files, folder + "/" + sink)) {
    const std::string text = files.read_file(file).value();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      rows.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace clicks
