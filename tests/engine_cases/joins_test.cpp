// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Joins of two streams whose rows leave by a range of times, or by a key.

#include "catch2_any_version.hpp"
#include "joined_events.hpp"

TEST_CASE("engine: inner joins of streams") {
  run_case("inner_join_time_bounds", td::append, joined(td::inner, in_five_seconds()));
  run_case("inner_join_time_bounds_drain", td::append, joined(td::inner, in_five_seconds()));
  run_case("inner_join_time_bounds_restart", td::append, joined(td::inner, in_five_seconds()));
  run_case("inner_join_update_mode", td::update, joined(td::inner, in_five_seconds()));
  run_case("inner_join_different_delays", td::append, joined(td::inner, in_five_seconds(), 10s, 2s));
  run_case("random_inner_interval_join_1", td::append, joined(td::inner, in_open_range(-3s, 3s), 3s, 3s));
  run_case("random_inner_interval_join_2", td::append, joined(td::inner, in_range(0s, 1s), 0s, 3s));
  run_case("inner_join_event_time_key", td::append, joined(td::inner, same_key && "ltime"_c == td::right("rtime"_c)));
}

TEST_CASE("engine: left outer joins of streams") {
  run_case("left_outer_join_matched_long_ago", td::append, joined(td::left_outer, in_five_seconds()));
  run_case("left_outer_join_null_row_exact_batch_le", td::append, joined(td::left_outer, in_five_seconds()));
  run_case("left_outer_join_restart", td::append, joined(td::left_outer, in_five_seconds(), 2s, 2s));
  run_case("outer_join_drain", td::append, joined(td::left_outer, in_five_seconds()));
  run_case("left_outer_join_null_row_exact_batch_lt", td::append,
           joined(td::left_outer, same_key && td::right("rtime"_c) >= "ltime"_c && td::right("rtime"_c) < "ltime"_c + 5s));
  // The engine takes the part of the condition on the left alone for a bound of the left time, and never frees left rows.
  run_case("left_outer_join_left_only_condition", td::append,
           joined(td::left_outer, in_five_seconds() && "lval"_c > 5 && td::right("rval"_c) > 5),
           {{4, 2, 2}, {5, 4, 0}, {6, 2, 2}});
  run_case("random_left_outer_interval_join_1", td::append, joined(td::left_outer, in_open_range(-6s, 0s), 3s, 3s));
  run_case("random_left_outer_interval_join_2", td::append, joined(td::left_outer, in_range(0s, 10s), 6s, 3s));
}

TEST_CASE("engine: right and full outer joins of streams") {
  run_case("right_outer_join_matched_long_ago", td::append, joined(td::right_outer, in_five_seconds()));
  run_case("right_outer_join_null_row_exact_batch", td::append,
           joined(td::right_outer, same_key && "ltime"_c >= td::right("rtime"_c) && "ltime"_c <= td::right("rtime"_c) + 5s));
  run_case("right_outer_join_right_only_condition", td::append,
           joined(td::right_outer, in_five_seconds() && td::right("rval"_c) > 5 && "lval"_c > 5),
           {{4, 2, 2}, {5, 4, 0}, {6, 2, 2}});
  run_case("full_outer_join_matched_long_ago", td::append, joined(td::full_outer, in_five_seconds()));
  run_case("full_outer_join_time_bounds", td::append, joined(td::full_outer, in_five_seconds(), 2s, 2s));
  run_case("outer_join_late_rows_vanish", td::append, joined(td::full_outer, in_five_seconds()));
  run_case("random_full_outer_interval_join_1", td::append, joined(td::full_outer, in_range(-6s, 0s), 0s, 6s));
  run_case("random_full_outer_interval_join_2", td::append,
           joined(td::full_outer, in_open_range(0s, 10s) && "lval"_c + td::right("rval"_c) > 20, 0s, 3s));
}

TEST_CASE("engine: semi joins of streams") {
  run_case("semi_join_time_bounds", td::append, joined(td::left_semi, in_five_seconds()));
  run_case("random_semi_interval_join_1", td::append, joined(td::left_semi, in_open_range(-6s, 0s), 6s, 0s));
  run_case("random_semi_interval_join_2", td::append, joined(td::left_semi, in_range(0s, 5s), 6s, 0s));
}

TEST_CASE("engine: a left anti join of two streams is refused") {
  using left = decltype(std::declval<case_sources&>().stream<left_event>("left"));
  using right = decltype(std::declval<case_sources&>().stream<right_event>("right"));
  using anti = decltype(td::join(std::declval<right>(), td::left_anti, in_five_seconds()));
  static_assert(td::step_verdict<left, anti>{} == td::join_stream_stream_anti{});
  const engine_cases::recorded_case recorded("join_anti_between_streams");
  engine_cases::note_result("join_anti_between_streams", recorded.batches().empty() ? "" : "the engine ran a batch");
}
