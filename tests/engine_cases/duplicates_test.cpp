// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Duplicates and limits.

#include "catch2_any_version.hpp"
#include "event.hpp"

struct visit {
  std::optional<std::string> id;
  std::optional<tidemark::timestamp> time;
  std::optional<std::int64_t> value;
};
BOOST_HANA_ADAPT_STRUCT(visit, id, time, value);

namespace {

auto visits(case_sources& sources) { return sources.stream<visit>("events"); }

auto by_id_and_time(std::chrono::seconds delay) {
  return [=](case_sources& sources) {
    return visits(sources) | td::with_watermark("time"_c, delay) | td::drop_duplicates("id"_c, "time"_c);
  };
}

auto by_id_within(std::chrono::seconds delay) {
  return [=](case_sources& sources) {
    return visits(sources) | td::with_watermark("time"_c, delay) | td::drop_duplicates_within_watermark("id"_c);
  };
}

}  // namespace

TEST_CASE("engine: duplicates by event time") {
  run_case("dedup_event_time_key", td::append, by_id_and_time(5s));
  run_case("dedup_event_time_key_drain", td::append, by_id_and_time(5s));
  run_case("dedup_restart", td::append, by_id_and_time(5s));
  run_case("dedup_update_mode", td::update, by_id_and_time(5s));
  run_case("dedup_null_event_time", td::append, by_id_and_time(0s));
  run_case("late_count_dedup", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 10s) | td::drop_duplicates("time"_c, "key"_c);
  });
}

TEST_CASE("engine: duplicates without an event time among the columns") {
  run_case("dedup_all_columns", td::append,
           [](case_sources& sources) { return visits(sources) | td::select("id"_c, "value"_c) | td::drop_duplicates(); });
  run_case("dedup_no_watermark", td::append,
           [](case_sources& sources) { return visits(sources) | td::drop_duplicates("id"_c); });
  run_case("dedup_watermark_not_in_key", td::append, [](case_sources& sources) {
    return visits(sources) | td::with_watermark("time"_c, 5s) | td::drop_duplicates("id"_c);
  });
}

TEST_CASE("engine: duplicates within the watermark") {
  run_case("dedup_within_watermark_drain", td::append, by_id_within(5s));
  run_case("dedup_within_watermark_expiry", td::append, by_id_within(10s));
  run_case("dedup_within_watermark_null_time", td::append, by_id_within(5s));
  run_case("late_count_dedup_within_watermark", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 10s) | td::drop_duplicates_within_watermark("key"_c);
  });
}

TEST_CASE("engine: random duplicates") {
  const auto by_key_and_time = [](std::chrono::seconds delay) {
    return [=](case_sources& sources) {
      return sources.stream<event>("events") | td::with_watermark("time"_c, delay) |
             td::select("key"_c, td::date_trunc(td::time_unit::second, "time"_c).as("second"_c), "time"_c, "value"_c) |
             td::drop_duplicates("key"_c, "time"_c);
    };
  };
  run_case("random_dedup_1", td::append, by_key_and_time(0s));
  run_case("random_dedup_2", td::append, by_key_and_time(3s));
  const auto within = [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 3s) |
           td::drop_duplicates_within_watermark("key"_c, "value"_c);
  };
  run_case("random_dedup_within_watermark_1", td::append, within);
  run_case("random_dedup_within_watermark_2", td::append, within);
}

TEST_CASE("engine: duplicates below other steps") {
  run_case("dedup_then_window", td::append, [](case_sources& sources) {
    return by_id_and_time(5s)(sources) | td::group_by(td::window("time"_c, 10s)) |
           td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c));
  });
  run_case("dedup_then_limit", td::append,
           [](case_sources& sources) { return sources.stream<event>("events") | td::drop_duplicates("key"_c) | td::limit(5); });
}

TEST_CASE("engine: limits") {
  run_case("limit_append", td::append, [](case_sources& sources) { return sources.stream<event>("events") | td::limit(5); });
  run_case("limit_then_count_complete", td::complete, [](case_sources& sources) {
    return sources.stream<event>("events") | td::limit(5) | td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c));
  });
}

// two_event_time_columns_error: the engine fails in its first batch, of a stream whose time and whose windows of it both carry
// the watermark. Here such a stream does not compile.
TEST_CASE("engine: two event times") {
  using rows = decltype(td::read_stream(std::vector<event>{}) | td::with_watermark("time"_c, 0s) |
                        td::select("key"_c, "time"_c, "time"_c.as("w"_c)));
  static_assert(td::step_verdict<rows, decltype(td::drop_duplicates())>{} == td::watermark_two_columns{});
  const engine_cases::recorded_case recorded("two_event_time_columns_error");
  engine_cases::note_result("two_event_time_columns_error", recorded.batches().empty() ? "" : "the engine ran a batch");
}
