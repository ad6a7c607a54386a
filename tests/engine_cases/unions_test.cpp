// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Unions, and watermarks of several inputs.

#include "catch2_any_version.hpp"
#include "event.hpp"

namespace {

auto two_watermarks(std::chrono::seconds delay_of_a) {
  return [=](case_sources& sources) {
    return (sources.stream<event>("a") | td::with_watermark("time"_c, delay_of_a) |
            td::union_with(sources.stream<event>("b") | td::with_watermark("time"_c, 0s))) |
           td::group_by(td::window("time"_c, 10s)) | td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c));
  };
}

}  // namespace

TEST_CASE("engine: watermarks of two inputs") {
  run_case("two_watermarks_min", td::append, two_watermarks(5s));
  run_case("two_watermarks_max", td::append, two_watermarks(5s));
  run_case("two_watermarks_drain", td::append, two_watermarks(5s));
  run_case("two_watermarks_restart", td::append, two_watermarks(0s));
  run_case("two_watermarks_silent_input", td::append, two_watermarks(0s));
  run_case("two_watermarks_silent_input_max", td::append, two_watermarks(0s));
}

TEST_CASE("engine: unions") {
  run_case("union_stateless", td::append, [](case_sources& sources) {
    const auto a = sources.stream<event>("a");
    const auto b = sources.stream<event>("b");
    return a | td::union_with(b | td::select("value"_c, "time"_c, "key"_c) | td::select("time"_c, "key"_c, "value"_c)) |
           td::union_with(a | td::where("value"_c > 3));
  });
  run_case("union_then_window", td::append, [](case_sources& sources) {
    return sources.stream<event>("a") | td::union_with(sources.stream<event>("b")) | td::with_watermark("time"_c, 5s) |
           td::group_by(td::window("time"_c, 10s), "key"_c) | td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c));
  });
}
