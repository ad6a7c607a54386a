// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Tumbling windows, against the engine's recorded cases.

#include "engine_case.hpp"

#include <tidemark/tidemark.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;
using engine_cases::case_sources;
using engine_cases::run_case;

struct event {
  std::optional<td::timestamp> time;
  std::string key;
  std::int64_t value;
};
BOOST_HANA_ADAPT_STRUCT(event, time, key, value);

namespace {

// Count and sum by window and key.
auto totals(std::chrono::seconds delay, std::chrono::seconds width) {
  return [=](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, delay) |
           td::group_by(td::window("time"_c, width), "key"_c) | td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c));
  };
}

// Count and sum by window alone.
auto totals_of_windows(std::chrono::seconds delay, std::chrono::seconds width) {
  return [=](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, delay) | td::group_by(td::window("time"_c, width)) |
           td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c));
  };
}

}  // namespace

TEST_CASE("tumbling_append_worked_boundary") { run_case("tumbling_append_worked_boundary", td::append, totals_of_windows(5s, 10s)); }
TEST_CASE("tumbling_restart") { run_case("tumbling_restart", td::append, totals(5s, 10s)); }
