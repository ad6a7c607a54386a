// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Tumbling and sliding windows: emission, boundaries, late rows, restarts.

#include "catch2_any_version.hpp"
#include "event.hpp"

namespace {

constexpr auto totals = [] { return td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c)); };

// Count and sum by window and key.
auto by_window_and_key(std::chrono::seconds delay, std::chrono::microseconds width, std::chrono::microseconds slide,
                       std::chrono::microseconds offset = 0s) {
  return [=](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, delay) |
           td::group_by(td::window("time"_c, width, slide, offset), "key"_c) | totals();
  };
}
// Count and sum by window alone.
auto by_window(std::chrono::seconds delay, std::chrono::microseconds width, std::chrono::microseconds offset = 0s) {
  return [=](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, delay) |
           td::group_by(td::window("time"_c, width, width, offset)) | totals();
  };
}

}  // namespace

TEST_CASE("engine: tumbling windows in append mode") {
  run_case("tumbling_append_worked_boundary", td::append, by_window(5s, 10s));
  run_case("tumbling_append_worked_boundary_drain", td::append, by_window(5s, 10s));
  run_case("tumbling_append_one_below_at_above", td::append, by_window_and_key(10s, 10s, 10s));
  run_case("tumbling_append_one_below_at_above_drain", td::append, by_window_and_key(10s, 10s, 10s));
  run_case("tumbling_before_1970_append", td::append, by_window_and_key(0s, 10s, 10s));
  run_case("tumbling_null_event_time", td::append, by_window_and_key(5s, 10s, 10s));
  run_case("tumbling_start_offset", td::append, by_window_and_key(2s, 10s, 10s, 3s));
  run_case("tumbling_restart", td::append, by_window_and_key(5s, 10s, 10s));
  run_case("state_metrics_tumbling", td::append, by_window_and_key(0s, 10s, 10s));
  run_case("no_data_batches_disabled", td::append, by_window_and_key(0s, 10s, 10s));
  run_case("availablenow_four_runs", td::append, by_window_and_key(0s, 10s, 10s));
}

TEST_CASE("engine: late rows of windows are counted by group") {
  run_case("late_count_window", td::append, by_window_and_key(10s, 10s, 10s));
  run_case("late_count_window_drain", td::append, by_window_and_key(10s, 10s, 10s));
}

TEST_CASE("engine: windows of a day with an offset") {
  run_case("day_windows_minus_7h", td::append, by_window(0s, 24h, -7h));
  run_case("day_windows_plus_8h", td::append, by_window(0s, 24h, 8h));
}

TEST_CASE("engine: tumbling windows in update and complete mode") {
  run_case("tumbling_update_evicts_silently", td::update, by_window_and_key(5s, 10s, 10s));
  run_case("tumbling_complete_keeps_late", td::complete, by_window_and_key(5s, 10s, 10s));
  const auto without_watermark = [](std::chrono::seconds offset) {
    return [=](case_sources& sources) {
      return sources.stream<event>("events") | td::group_by(td::window("time"_c, 10s, 10s, offset)) |
             td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c), td::max("key"_c).as("key"_c));
    };
  };
  run_case("tumbling_before_1970_complete", td::complete, without_watermark(0s));
  run_case("tumbling_before_1970_offset_complete", td::complete, without_watermark(5s));
}

TEST_CASE("engine: sliding windows") {
  run_case("sliding_10s_every_5s_append", td::append, by_window_and_key(5s, 10s, 5s));
  run_case("sliding_10s_every_4s_update", td::update, by_window_and_key(3s, 10s, 4s));
  const auto with_max = [](std::chrono::seconds delay, std::chrono::seconds width, std::chrono::seconds slide) {
    return [=](case_sources& sources) {
      return sources.stream<event>("events") | td::with_watermark("time"_c, delay) |
             td::group_by(td::window("time"_c, width, slide), "key"_c) |
             td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c), td::max("value"_c).as("most"_c));
    };
  };
  run_case("random_sliding_agg_1", td::update, with_max(3s, 9s, 4s));
  run_case("random_sliding_agg_2", td::update, with_max(0s, 10s, 4s));
}

TEST_CASE("engine: random tumbling windows with all aggregates") {
  const auto all = [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) |
           td::group_by(td::window("time"_c, 10s), "key"_c) |
           td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c), td::avg("value"_c).as("mean"_c),
                   td::min("value"_c).as("least"_c), td::max("time"_c).as("last"_c));
  };
  run_case("random_tumbling_agg_1", td::update, all);
  run_case("random_tumbling_agg_2", td::append, all);
}

TEST_CASE("engine: groups by the event time itself") {
  run_case("watermark_fractional_ms", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 5s) | td::group_by("time"_c) |
           td::agg(td::count().as("n"_c));
  });
}
