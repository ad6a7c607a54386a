// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/runtime/batch_report.hpp>
#include <tidemark/runtime/progress.hpp>
#include <tidemark/runtime/recent_batches.hpp>

#include <cstdint>
#include <string>

#include "catch2_any_version.hpp"

namespace td = tidemark;

namespace {

td::query_names clicks() {
  return {.id = "2b1c",
          .run_id = "77aa",
          .name = "clicks",
          .sources = {"MemoryStream[value#1]"},
          .sinks = {"MemorySink"},
          .steps = {{.name = "stateStoreSave", .position = 1},
                    {.name = "dedupe", .position = 0, .metrics = {"numDroppedDuplicateRows"}}},
          .partitions = 4,
          .has_watermark = true};
}

td::batch_outcome third_batch() {
  td::batch_outcome ran;
  ran.id = 3;
  ran.time_ms = 1'767'607'210'012;
  ran.started_ms = 1'767'607'210'000;
  ran.previous_started_ms = 1'767'607'200'000;
  ran.watermark_ms = 1'767'607'190'000;
  ran.next_watermark_ms = 1'767'607'195'000;
  ran.event_times = {.least_ms = 1'767'607'204'000, .greatest_ms = 1'767'607'205'000, .average_ms = 1'767'607'204'500};
  ran.sources = {{.start = "1", .end = "2", .rows = 2}};
  ran.steps = {{.rows = 7, .rows_updated = 2, .rows_removed = 1, .rows_dropped_late = 4, .bytes_of_memory = 40'120},
               {.rows = 70, .metrics = {5}}};
  ran.output_rows = {1};
  ran.durations = {.latest_offset = 12, .log_offsets = 33, .run = 290, .commit = 31, .whole = 412};
  return ran;
}

}  // namespace

TEST_CASE("a batch is reported in the engine's JSON, the operator nearest to the sink first") {
  CHECK(
      td::progress_of(clicks(), third_batch()).json() ==
      R"({"id":"2b1c","runId":"77aa","name":"clicks","timestamp":"2026-01-05T10:00:10.000Z","batchId":3,"batchDuration":412,)"
      R"("numInputRows":2,"inputRowsPerSecond":0.2,"processedRowsPerSecond":4.9,)"
      R"("durationMs":{"addBatch":290,"commitOffsets":31,"getBatch":0,"latestOffset":12,"queryPlanning":0,"triggerExecution":412,"walCommit":33},)"
      R"("eventTime":{"avg":"2026-01-05T10:00:04.500Z","max":"2026-01-05T10:00:05.000Z","min":"2026-01-05T10:00:04.000Z","watermark":"2026-01-05T09:59:50.000Z"},)"
      R"("stateOperators":[{"operatorName":"dedupe","numRowsTotal":70,"numRowsUpdated":0,"allUpdatesTimeMs":0,"numRowsRemoved":0,"allRemovalsTimeMs":0,"commitTimeMs":0,)"
      R"("memoryUsedBytes":0,"numRowsDroppedByWatermark":0,"numShufflePartitions":4,"numStateStoreInstances":4,"customMetrics":{"numDroppedDuplicateRows":5}},)"
      R"({"operatorName":"stateStoreSave","numRowsTotal":7,"numRowsUpdated":2,"allUpdatesTimeMs":0,"numRowsRemoved":1,"allRemovalsTimeMs":0,"commitTimeMs":0,)"
      R"("memoryUsedBytes":40120,"numRowsDroppedByWatermark":4,"numShufflePartitions":4,"numStateStoreInstances":4}],)"
      R"("sources":[{"description":"MemoryStream[value#1]","startOffset":1,"endOffset":2,"latestOffset":2,"numInputRows":2,"inputRowsPerSecond":0.2,"processedRowsPerSecond":4.9}],)"
      R"("sink":{"description":"MemorySink","numOutputRows":1}})");
}

TEST_CASE("rows with times too far ahead are reported where there are some") {
  auto ran = third_batch();
  ran.rows_beyond = 1;
  CHECK(td::progress_of(clicks(), ran).event_time.at("numRowsBeyondLimit") == "1");
  CHECK_FALSE(td::progress_of(clicks(), third_batch()).event_time.contains("numRowsBeyondLimit"));
}

TEST_CASE("what is not known is left out: rates of a first trigger, an empty map, event times without rows") {
  td::batch_outcome first;
  first.sources = {{.end = R"({"a": 1})"}};
  first.output_rows = {-1};
  td::query_names names{.id = "i", .run_id = "r", .name = "", .sources = {"S"}, .sinks = {"K"}};
  CHECK(
      td::progress_of(names, first).json() ==
      R"({"id":"i","runId":"r","name":null,"timestamp":"1970-01-01T00:00:00.000Z","batchId":0,"batchDuration":0,)"
      R"("numInputRows":0,"processedRowsPerSecond":0.0,)"
      R"("durationMs":{"addBatch":0,"commitOffsets":0,"getBatch":0,"latestOffset":0,"queryPlanning":0,"triggerExecution":0,"walCommit":0},)"
      R"("stateOperators":[],)"
      R"("sources":[{"description":"S","startOffset":null,"endOffset":{"a": 1},"latestOffset":{"a": 1},"numInputRows":0,"processedRowsPerSecond":0.0}],)"
      R"("sink":{"description":"K","numOutputRows":-1}})");
  names.has_watermark = true;
  CHECK(td::progress_of(names, first).json().find(R"("eventTime":{"watermark":"1970-01-01T00:00:00.000Z"})") !=
        std::string::npos);
}

TEST_CASE("a batch that runs again neither asked for offsets nor logged them") {
  auto again = third_batch();
  again.reason = td::batch_reason::again;
  const auto progress = td::progress_of(clicks(), again);
  CHECK(progress.duration_ms.count("latestOffset") == 0);
  CHECK(progress.duration_ms.count("walCommit") == 0);
  CHECK(progress.duration_ms.at("addBatch") == 290);
}

TEST_CASE("an idle report has the next id, the time, and of state only what is in it") {
  const auto idle = td::idle_progress_of(clicks(), third_batch(), 4, 1'767'607'230'000, 5);
  CHECK(idle.batch_id == 4);
  CHECK(idle.timestamp() == "2026-01-05T10:00:30.000Z");
  CHECK(idle.num_input_rows == 0);
  CHECK(idle.duration_ms == std::map<std::string, std::int64_t>{{"latestOffset", 5}, {"triggerExecution", 5}});
  CHECK(idle.event_time == std::map<std::string, std::string>{{"watermark", "2026-01-05T09:59:55.000Z"}});
  REQUIRE(idle.state_operators.size() == 2);
  CHECK(idle.state_operators[1].num_rows_total == 7);
  CHECK(idle.state_operators[1].num_rows_updated == 0);
  CHECK(idle.state_operators[1].num_rows_removed == 1);
  CHECK(idle.state_operators[1].num_rows_dropped_by_watermark == 0);
  REQUIRE(idle.sources.size() == 1);
  CHECK(idle.sources[0].start_offset == "2");
  CHECK(idle.sources[0].end_offset == "2");
  CHECK(idle.sink.num_output_rows == 0);
}

TEST_CASE("rates are rounded half up to one digit, one below, at and above the half") {
  const auto text = [](double rate) {
    td::json_object out;
    out.add_rate("r", rate);
    return out.text();
  };
  CHECK(text(4.8499) == R"({"r":4.8})");
  CHECK(text(0.25) == R"({"r":0.3})");
  CHECK(text(4.8501) == R"({"r":4.9})");
  CHECK(text(2) == R"({"r":2.0})");
  CHECK(text(td::no_rate) == "{}");
  CHECK(text(td::rate_of(5, 0)) == "{}");
}

TEST_CASE("an offset is JSON where it is JSON, else text") {
  const auto text = [](const std::optional<std::string>& offset) {
    td::json_object out;
    out.add_offset("o", offset);
    return out.text();
  };
  CHECK(text(std::nullopt) == R"({"o":null})");
  CHECK(text("5") == R"({"o":5})");
  CHECK(text(R"({"t":{"0":23}})") == R"({"o":{"t":{"0":23}}})");
  CHECK(text("5 6") == R"({"o":"5 6"})");
  CHECK(text("") == R"({"o":""})");
  CHECK(text(R"(a"b)") == R"({"o":"a\"b"})");
}

TEST_CASE("the last hundred are kept, one below, at and above") {
  for (const std::int64_t count : {99, 100, 101}) {
    td::recent_batches recent;
    CHECK_FALSE(recent.last(clicks()));
    for (std::int64_t id = 0; id < count; ++id) {
      auto ran = third_batch();
      ran.id = id;
      recent.add(ran);
    }
    const auto all = recent.all(clicks());
    CHECK(all.size() == static_cast<std::size_t>(count < 100 ? count : 100));
    CHECK(all.front().batch_id == (count < 100 ? 0 : count - 100));
    CHECK(all.back().batch_id == count - 1);
    recent.add(third_batch(), {.next_batch = 1000});
    CHECK(recent.last(clicks())->batch_id == 1000);
  }
}
