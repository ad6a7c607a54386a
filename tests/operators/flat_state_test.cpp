// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Whatever is bounded stays flat: over ten thousand batches of keys that come and go, each kind of state has no more rows, no
// more memory and no more or larger files than it had soon after its begin.

#include "catch2_any_version.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/as_of_join.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/operators/transform_with_state.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sinks/noop_sink.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace flat_state_test {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct event {
  std::int64_t key;
  td::timestamp time;
  std::int64_t value;
};
struct answer {
  std::int64_t asked;
  td::timestamp answered_at;
  std::int64_t grade;
};
struct total {
  std::int64_t key;
  std::int64_t value;
};

// Variables of each kind, cleared by a timer.
struct by_timer {
  td::value_state<std::int64_t> count;
  td::list_state<std::int64_t> values;
  td::map_state<std::int64_t, std::int64_t> seen;

  std::vector<total> handle_rows(std::int64_t /*key*/, auto rows, auto& timers) {
    for (const auto& one : rows) {
      count.update(count.get_or(0) + 1);
      values.append(one.value);
      seen.update(one.value, 1);
      timers.register_timer(one.time + 2s);
    }
    return {};
  }
  std::vector<total> handle_timer(std::int64_t key, auto& /*timers*/, td::timestamp /*time*/) {
    if (!count.exists()) return {};
    const std::int64_t counted = count.get();
    count.clear();
    values.clear();
    seen.clear();
    return {{key, counted}};
  }
};
// Variables of each kind that go by themselves.
struct by_time_to_live {
  td::value_state<std::int64_t, td::lifespan(5s)> count;
  td::list_state<std::int64_t, td::lifespan(5s)> values;
  td::map_state<std::int64_t, std::int64_t, td::lifespan(5s)> seen;

  std::vector<total> handle_rows(std::int64_t /*key*/, auto rows, auto& /*timers*/) {
    for (const auto& one : rows) {
      count.update(count.get_or(0) + 1);
      values.append(one.value);
      seen.update(one.value, 1);
    }
    return {};
  }
};

}  // namespace flat_state_test

BOOST_HANA_ADAPT_STRUCT(flat_state_test::event, key, time, value);
BOOST_HANA_ADAPT_STRUCT(flat_state_test::answer, asked, answered_at, grade);
BOOST_HANA_ADAPT_STRUCT(flat_state_test::total, key, value);
BOOST_HANA_ADAPT_STRUCT(flat_state_test::by_timer, count, values, seen);
BOOST_HANA_ADAPT_STRUCT(flat_state_test::by_time_to_live, count, values, seen);

namespace flat_state_test {
namespace {

constexpr int batches = 10'000;
constexpr int settled =
    1'500;  // by then what comes and goes, tables that grow by doubling and files included, has come and gone

// What a query holds: in state, as its progress says, and in its checkpoint.
struct held {
  std::int64_t rows = 0;
  std::int64_t bytes_of_memory = 0;
  std::int64_t files = 0;
  std::int64_t bytes_of_files = 0;

  void take_most(const held& other) {
    rows = (std::max)(rows, other.rows);
    bytes_of_memory = (std::max)(bytes_of_memory, other.bytes_of_memory);
    files = (std::max)(files, other.files);
    bytes_of_files = (std::max)(bytes_of_files, other.bytes_of_files);
  }
  void add_folder(td::file_system& files_of, const std::string& folder) {
    for (const auto& entry : files_of.list(folder)) {
      if (entry.is_folder) {
        add_folder(files_of, td::path_in(folder, entry.name));
      } else {
        ++files;
        bytes_of_files += entry.size;
      }
    }
  }
};

struct streams {
  td::testing::source<event> events;
  td::testing::source<answer> answers;

  auto timed() const { return td::read_stream(events) | td::with_watermark("time"_c, 2s); }
  auto answered() const { return td::read_stream(answers) | td::with_watermark("answered_at"_c, 2s); }

  // A batch a second: three keys that were never there, one that comes back and one that always comes; one answer each, but for
  // the last.
  void add(int batch) {
    const td::timestamp now = td::timestamp::from_millis(1000 * (std::int64_t{1'000'000'000} + batch));
    const std::int64_t first = 3 * batch;
    std::vector<event> rows;
    for (const std::int64_t key : {first, first + 1, first + 2, first - 5, std::int64_t{-1000}})
      rows.push_back({key, now, batch});
    events.add_batch(std::move(rows));
    answers.add_batch({{first, now, 1}, {first + 1, now, 2}, {first - 5, now, 3}});
  }
};

template <class Make>
void check(const char* name, Make make) {
  INFO(name);
  streams in;
  td::testing::driver_options<> options;
  options.start.min_batches_to_retain = 5;
  td::testing::batch_driver query(make(in) | td::write_stream(td::noop_sink(), td::append), options);
  held most;
  for (int batch = 0; batch < batches; ++batch) {
    in.add(batch);
    query.clock().advance(1s);
    held now;
    const auto result = query.run_batch();
    REQUIRE(result);
    for (const auto& step : result->state) {
      now.rows += step.num_rows_total;
      now.bytes_of_memory += step.memory_used_bytes;
    }
    if (batch % 10 == 0) now.add_folder(query.simulated_files(), "checkpoint");
    if (batch < settled) {
      most.take_most(now);
      continue;
    }
    INFO("batch " << batch);
    REQUIRE(now.rows <= most.rows);
    REQUIRE(now.bytes_of_memory <= most.bytes_of_memory);
    REQUIRE(now.files <= most.files);
    REQUIRE(now.bytes_of_files <= most.bytes_of_files);
  }
  CHECK(most.rows > 0);
}

constexpr auto on_answer = "key"_c == td::right("asked"_c);
constexpr auto on_answer_in_time =
    on_answer && td::right("answered_at"_c) >= "time"_c && td::right("answered_at"_c) <= "time"_c + 4s;

}  // namespace

TEST_CASE("what aggregations keep stays flat") {
  const auto in_windows = td::group_by(td::window("time"_c, 4s, 2s), "key"_c);
  check("sliding windows",
        [&](const streams& in) { return in.timed() | in_windows | td::agg(td::sum("value"_c).as("sum"_c)); });
  check("different values", [](const streams& in) {
    return in.timed() | td::group_by(td::window("time"_c, 4s)) | td::agg(td::count_distinct("key"_c).as("keys"_c));
  });
  check("sessions", [](const streams& in) {
    return in.timed() | td::group_by(td::session_window("time"_c, 500ms), "key"_c) | td::agg(td::count().as("rows"_c));
  });
}

TEST_CASE("what is kept to drop duplicates stays flat") {
  check("by event time", [](const streams& in) { return in.timed() | td::drop_duplicates("key"_c, "time"_c); });
  check("within the watermark", [](const streams& in) { return in.timed() | td::drop_duplicates_within_watermark("key"_c); });
  check("for a time to live", [](const streams& in) { return in.timed() | td::drop_duplicates({.ttl = 5s}, "key"_c); });
}

TEST_CASE("what groups keep stays flat") {
  check("with timeouts", [](const streams& in) {
    return in.timed() | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<std::int64_t>(td::append, td::event_time_timeout,
                                                        [](std::int64_t key, auto rows, auto& state) -> std::vector<total> {
                                                          if (state.has_timed_out()) {
                                                            const total ended{key, state.get()};
                                                            state.remove();
                                                            return {ended};
                                                          }
                                                          for (const event& one : rows) {
                                                            state.update(state.get_or(0) + one.value);
                                                            state.set_timeout_timestamp(one.time + 2s);
                                                          }
                                                          return {};
                                                        });
  });
  check("variables with timers", [](const streams& in) {
    return in.timed() | td::group_by_key("key"_c) | td::transform_with_state(by_timer(), td::event_time_mode);
  });
  check("variables with a time to live", [](const streams& in) {
    return in.timed() | td::group_by_key("key"_c) | td::transform_with_state(by_time_to_live(), td::processing_time_mode);
  });
}

TEST_CASE("what joins keep stays flat") {
  check("inner", [](const streams& in) { return in.timed() | td::join(in.answered(), td::inner, on_answer_in_time); });
  check("full outer",
        [](const streams& in) { return in.timed() | td::join(in.answered(), td::full_outer, on_answer_in_time); });
  check("left semi", [](const streams& in) { return in.timed() | td::join(in.answered(), td::left_semi, on_answer_in_time); });
  check("for a time to live",
        [](const streams& in) { return in.timed() | td::join(in.answered(), td::left_outer, on_answer, {.ttl = 5s}); });
  check("as of", [](const streams& in) {
    return in.timed() | td::as_of_join(in.answered(), td::left_outer, on_answer, {.tolerance = 4s});
  });
}

}  // namespace flat_state_test
