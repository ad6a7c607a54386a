// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// From JSON files to JSON files, exactly once: rows per user and tumbling window of five million lines in twenty files, a file
// a batch, with a checkpoint, against a hand-written program that also keeps its state after each file.

#include "../micro/rounds.hpp"
#include "../micro/temporary_folder.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <tidemark/sinks/json_sink.hpp>
#include <tidemark/sources/json_source.hpp>
#include <tidemark/tidemark.hpp>

#include "../hand/json_tumbling.hpp"

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct view {
  std::string user;
  td::timestamp time;
};
BOOST_HANA_ADAPT_STRUCT(view, user, time);

namespace {

constexpr std::size_t rows = 5'000'000;
constexpr std::size_t files = 20;
constexpr std::size_t users = 10'000;
constexpr auto width = 10min;
constexpr auto delay = 10s;

// A row a millisecond, give or take two seconds: 77 bytes a line. Files are a second apart, so that they have an order.
void make_input(const std::string& folder) {
  std::mt19937_64 random(20260105);
  std::size_t row = 0;
  const auto now = std::filesystem::file_time_type::clock::now();
  for (std::size_t file = 0; file < files; ++file) {
    std::string text;
    for (const std::size_t past = rows * (file + 1) / files; row < past; ++row) {
      const std::size_t millis = 2'000 + row + random() % 2'000;
      char line[96];
      const int length = std::snprintf(
          line, sizeof line,
          "{\"user\":\"u%05zu\",\"time\":\"2026-01-05T%02zu:%02zu:%02zu.%03zuZ\",\"page\":\"/p%02zu\",\"value\":%zu}\n",
          static_cast<std::size_t>(random() % users), 10 + millis / 3'600'000, millis / 60'000 % 60, millis / 1000 % 60,
          millis % 1000, static_cast<std::size_t>(random() % 100), static_cast<std::size_t>(10 + random() % 90));
      text.append(line, static_cast<std::size_t>(length));
    }
    char name[16];
    std::snprintf(name, sizeof name, "/%02zu.json", file);
    std::ofstream(folder + name) << text;
    std::filesystem::last_write_time(folder + name, now - std::chrono::seconds(files - file));
  }
}

std::vector<std::string> sorted_lines_of(const std::string& folder) {
  std::vector<std::string> lines;
  for (const auto& one : std::filesystem::directory_iterator(folder)) {
    if (one.path().extension() != ".json") continue;
    std::ifstream file(one.path());
    for (std::string line; std::getline(file, line);) lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

void json_tumbling(benchmark::State& state) {
  const micro::temporary_folder folder;
  const std::string input = folder.emptied("input");
  make_input(input);
  const auto run_ours = [&] {
    td::streaming_query query = td::read_stream(td::json_source<view>(input, {.max_files_per_trigger = 1})) |
                                td::with_watermark("time"_c, delay) | td::group_by(td::window("time"_c, width), "user"_c) |
                                td::count() | td::write_stream(td::json_sink(folder.inside("our_output")), td::append) |
                                td::start(td::checkpoint{folder.inside("our_checkpoint")}, {.trigger = td::available_now{}});
    query.await_termination();
  };
  const auto run_theirs = [&] {
    hand::count_json_rows({input, folder.inside("their_output"), folder.inside("their_checkpoint"),
                           std::chrono::microseconds(width).count(), std::chrono::microseconds(delay).count()});
  };
  const auto empty_folders = [&] {
    for (const char* name : {"our_output", "our_checkpoint", "their_output", "their_checkpoint"}) folder.emptied(name);
  };
  empty_folders();
  run_ours();
  run_theirs();
  const auto ours = sorted_lines_of(folder.inside("our_output"));
  if (ours != sorted_lines_of(folder.inside("their_output")) || ours.size() < users)
    return state.SkipWithError("the programs disagree");
  state.counters["rows_out"] = static_cast<double>(ours.size());
  micro::compare(state, rows, run_ours, run_theirs, empty_folders);
}
BENCHMARK(json_tumbling)->Iterations(7)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
