// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Aggregations of aggregations, and columns of windows.

#include "catch2_any_version.hpp"
#include "event.hpp"

namespace {

// What each window and key has, under one name a measure.
template <class... Aggregates>
auto windows(case_sources& sources, std::chrono::seconds delay, std::chrono::seconds width, Aggregates... aggregates) {
  return sources.stream<event>("events") | td::with_watermark("time"_c, delay) |
         td::group_by(td::window("time"_c, width), "key"_c) | td::agg(aggregates...);
}

}  // namespace

TEST_CASE("engine: windows of windows") {
  const auto sums = [](case_sources& sources) {
    return windows(sources, 0s, 10s, td::count().as("n"_c)) | td::group_by(td::window(td::window_time("window"_c), 20s)) |
           td::agg(td::sum("n"_c).as("total"_c), td::count().as("groups"_c));
  };
  run_case("windows_of_windows_sum", td::append, sums);
  run_case("windows_of_windows_sum_drain", td::append, sums);
}

TEST_CASE("engine: windows of a window column") {
  run_case("window_of_window_column", td::append, [](case_sources& sources) {
    return windows(sources, 2s, 5s, td::sum("value"_c).as("total"_c)) |
           td::group_by(td::window("window"_c, 20s, 10s), "key"_c) |
           td::agg(td::max("total"_c).as("most"_c), td::avg("total"_c).as("mean"_c));
  });
  run_case("chained_aggregation_by_window_column", td::append, [](case_sources& sources) {
    return windows(sources, 5s, 10s, td::count().as("n"_c)) | td::group_by("window"_c) |
           td::agg(td::max("n"_c).as("most"_c), td::count().as("keys"_c));
  });
}

TEST_CASE("engine: random chains of two aggregations") {
  const auto chain = [](std::chrono::seconds delay, std::chrono::seconds inner, std::chrono::seconds outer,
                        std::chrono::seconds slide) {
    return [=](case_sources& sources) {
      return windows(sources, delay, inner, td::count().as("n"_c), td::sum("value"_c).as("total"_c)) |
             td::group_by(td::window("window"_c, outer, slide)) |
             td::agg(td::sum("n"_c).as("n"_c), td::max("total"_c).as("most"_c), td::count().as("groups"_c));
    };
  };
  run_case("random_chained_agg_1", td::append, chain(5s, 3s, 9s, 3s));
  run_case("random_chained_agg_2", td::append, chain(10s, 5s, 10s, 10s));
}

TEST_CASE("engine: the time of a window as a column") {
  run_case("window_time_column", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 5s) | td::group_by(td::window("time"_c, 10s)) |
           td::agg(td::count().as("n"_c)) |
           td::select(td::window_time("window"_c).as("at"_c), "window"_c["start"_c].as("start"_c),
                      "window"_c["end"_c].as("end"_c), "n"_c);
  });
}

TEST_CASE("engine: conditions around watermarks and aggregations") {
  run_case("where_on_value_after_aggregation", td::append,
           [](case_sources& sources) { return windows(sources, 0s, 10s, td::count().as("n"_c)) | td::where("n"_c > 1); });
  // The engine's optimizer moves a condition on a key below the watermark. Here plans run as they are written: it stands there.
  run_case("where_on_key_after_aggregation", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::where("key"_c != "skip") | td::with_watermark("time"_c, 0s) |
           td::group_by(td::window("time"_c, 10s), "key"_c) | td::agg(td::count().as("n"_c));
  });
  const auto totals = [] { return td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c)); };
  // And so does one on another column.
  run_case("where_after_watermark", td::append, [&](case_sources& sources) {
    return sources.stream<event>("events") | td::where("value"_c > 0) | td::with_watermark("time"_c, 0s) |
           td::group_by(td::window("time"_c, 10s)) | totals();
  });
  constexpr td::timestamp thirty_seconds_past_ten(1'767'607'230'000'000);
  run_case("where_on_event_time_after_watermark", td::append, [&](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) | td::where("time"_c < thirty_seconds_past_ten) |
           td::group_by(td::window("time"_c, 10s)) | totals();
  });
}
