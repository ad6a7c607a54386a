// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Late rows as an output of their own: of each step that drops rows, exactly the rows that the late watermark of their batch
// has passed, over partitions, restarts and stores. Users of other systems get a count of them at most (SPARK-24634).

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>
#include <tidemark/tidemark.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace late_rows_to_test {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct event {
  std::optional<td::timestamp> time;
  std::string key;
  std::int64_t id;
};
struct tally {
  std::string key;
  std::int64_t n;
};
struct counting_processor {
  td::value_state<std::int64_t> seen;

  std::vector<tally> handle_rows(const std::string& key, auto rows, auto& /*timers*/) {
    seen.update(seen.get_or(0) + std::ssize(rows));
    return {tally{key, std::ssize(rows)}};
  }
};

}  // namespace late_rows_to_test

BOOST_HANA_ADAPT_STRUCT(late_rows_to_test::event, time, key, id);
BOOST_HANA_ADAPT_STRUCT(late_rows_to_test::tally, key, n);
BOOST_HANA_ADAPT_STRUCT(late_rows_to_test::counting_processor, seen);

namespace late_rows_to_test {
namespace {

using ids = std::vector<std::int64_t>;
using events = td::testing::source<event>;

constexpr td::timestamp at(double seconds) { return td::timestamp(static_cast<std::int64_t>(seconds * 1'000'000)); }

auto watermarked(const events& in) { return td::read_stream(in) | td::with_watermark("time"_c, 5s); }

// By what a row is late: the time from which on the watermark has passed it; none for a row that never is.
using deadline = std::function<std::optional<td::timestamp>(const event&)>;
std::optional<td::timestamp> own_time(const event& row) { return row.time; }
deadline end_of_window(std::int64_t seconds) {
  return [micros = seconds * 1'000'000](const event& row) {
    return row.time ? std::optional(td::timestamp(row.time->micros / micros * micros + micros)) : std::nullopt;
  };
}
deadline after(std::chrono::microseconds gap) {
  return [gap](const event& row) { return row.time ? std::optional(*row.time + gap) : std::nullopt; };
}

// The ids that a table got since the last look.
class new_ids {
 public:
  template <class R>
  ids of(const td::memory_table<R>& table) {
    const auto rows = table.rows();
    ids all;
    for (; seen_ < rows.size(); ++seen_) all.push_back(id_of(rows[seen_]));
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  template <class R>
  static std::int64_t id_of(const R& row) {
    if constexpr (td::has_column<R, "id">) return td::get<"id">(row);
    else return td::get<"other_id">(row);
  }

  std::size_t seen_ = 0;
};

std::vector<event> some_rows(std::mt19937_64& random, std::int64_t& now, std::int64_t& next_id) {
  now += static_cast<std::int64_t>(random() % 8);
  std::vector<event> rows;
  for (std::size_t i = random() % 30; i > 0; --i) {
    const auto time = at(static_cast<double>(now) - static_cast<double>(random() % 40) / 2);
    rows.push_back({random() % 10 == 0 ? std::nullopt : std::optional(time), "key" + std::to_string(random() % 9), next_id++});
  }
  return rows;
}

ids late_among(const std::vector<event>& rows, const deadline& of, std::int64_t late_ms) {
  ids late;
  for (const event& row : rows)
    if (const auto end = of(row); end && *end <= td::timestamp::from_millis(late_ms)) late.push_back(row.id);
  return late;
}

template <class Policy = td::memory_state>
auto options_of(std::size_t partitions) {
  td::testing::driver_options<Policy> options;
  options.start.partitions = partitions;
  return options;
}

// Random batches, every fourth behind a restart: what a step hands over as late is what its batch's late watermark has passed.
// `make` puts the step behind a stream; a mode in which rows change shows that the mode of late rows is none of that.
template <class Mode = td::output_mode::append, td::program_form Form = td::program_form::cut, class Policy = td::memory_state>
void check_late_with(td::testing::driver_options<Policy> options, const auto& make, const deadline& of) {
  CAPTURE(options.start.partitions);
  std::mt19937_64 random(7);
  events in;
  td::memory_table<event> late;
  new_ids news;
  auto written = make(watermarked(in)) | td::late_rows_to(td::memory_sink(late)) | td::write_stream(td::noop_sink{}, Mode{});
  td::testing::batch_driver<decltype(written), Policy, Form> query(std::move(written), std::move(options));
  std::int64_t now = 100, next_id = 0, late_ms = 0;
  std::size_t all_late = 0;
  for (int batch = 0; batch < 12; ++batch) {
    CAPTURE(batch);
    if (batch % 4 == 3) query.restart();
    const std::vector<event> rows = some_rows(random, now, next_id);
    const ids expected = late_among(rows, of, late_ms);
    in.add_batch(rows);
    for (const auto& ran : query.run_until_idle()) late_ms = ran.watermark;
    CHECK(news.of(late) == expected);
    all_late += expected.size();
  }
  CHECK(all_late > 10);
}
template <class Mode = td::output_mode::append>
void check_late(const auto& make, const deadline& of) {
  for (const std::size_t partitions : {1U, 2U, 5U}) check_late_with<Mode>(options_of(partitions), make, of);
}

const auto by_windows = [](auto... shape) {
  return
      [=](auto rows) { return rows | td::group_by(td::window("time"_c, shape...), "key"_c) | td::agg(td::count().as("n"_c)); };
};

TEST_CASE("late rows of an aggregation are those whose windows have all ended") {
  check_late(by_windows(10s), end_of_window(10));
  check_late<td::output_mode::update>(by_windows(10s), end_of_window(10));
  check_late(by_windows(10s, 5s), [](const event& row) {
    // The last window that a row falls into begins on the grid of five seconds.
    return row.time ? std::optional(td::timestamp(row.time->micros / 5'000'000 * 5'000'000 + 10'000'000)) : std::nullopt;
  });
}

TEST_CASE("late rows of an aggregation by the time itself are those that it has passed") {
  check_late([](auto rows) { return rows | td::group_by("time"_c, "key"_c) | td::agg(td::count().as("n"_c)); }, own_time);
  check_late([](auto rows) { return rows | td::distinct(); }, own_time);
}

TEST_CASE("a late row of a session window is one whose own session has ended") {
  const auto sessions = [](auto rows) {
    return rows | td::group_by(td::session_window("time"_c, 3s), "key"_c) | td::agg(td::count().as("n"_c));
  };
  check_late(sessions, after(3s));
}

TEST_CASE("late rows of duplicates come with all their columns, whichever are the key") {
  check_late([](auto rows) { return rows | td::drop_duplicates("key"_c, "time"_c); }, own_time);
  check_late([](auto rows) { return rows | td::drop_duplicates({.ttl = 1h}, "key"_c); }, own_time);
  check_late([](auto rows) { return rows | td::drop_duplicates_within_watermark("key"_c); }, own_time);
}

TEST_CASE("late rows of groups with state and of a stateful processor never reach the user's function") {
  const auto grouped = [](auto rows) {
    return rows | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<std::int64_t>(td::append, td::event_time_timeout,
                                                        [](const std::string& key, auto group, auto& state) {
                                                          state.update(state.get_or(0) + std::ssize(group));
                                                          return std::vector<tally>{{key, std::ssize(group)}};
                                                        });
  };
  check_late(grouped, own_time);
  check_late(
      [](auto rows) {
        return rows | td::group_by_key("key"_c) | td::transform_with_state(counting_processor{}, td::event_time_mode);
      },
      own_time);
}

TEST_CASE("late rows of a step that begins with a table are handed over too") {
  const auto begun = [](auto rows) {
    return rows | td::group_by_key("key"_c) |
           td::map_groups_with_state<std::int64_t>(
               td::event_time_timeout,
               [](const std::string& key, auto group, auto& state) {
                 state.update(state.get_or(0) + std::ssize(group));
                 return tally{key, state.get()};
               },
               td::initial_state(td::read(std::vector<tally>{{"key1", 5}})));
  };
  check_late<td::output_mode::update>(begun, own_time);
}

TEST_CASE("with state on LevelDB, fused and over partitions, late rows are the same") {
  for (const std::size_t partitions : {1U, 3U}) {
    const scratch_folder folder;
    auto options = options_of<td::leveldb_state>(partitions);
    options.files = &td::local_files();
    options.checkpoint.folder = folder / "checkpoint";
    check_late_with<td::output_mode::append, td::program_form::by_partitions>(options, by_windows(10s), end_of_window(10));
  }
}

TEST_CASE("late rows and rows that are kept are all rows") {
  for (const std::size_t partitions : {1U, 2U, 5U}) {
    std::mt19937_64 random(11);
    events in;
    td::memory_table<event> late;
    td::testing::batch_driver query(
        watermarked(in) | td::drop_duplicates("id"_c, "time"_c) | td::late_rows_to(td::memory_sink(late)), td::append,
        options_of(partitions));
    std::int64_t now = 100, next_id = 0;
    ids all;
    for (int batch = 0; batch < 10; ++batch) {
      in.add_batch(some_rows(random, now, next_id));
      for (const auto& ran : query.run_until_idle())
        for (const auto& row : ran.rows) all.push_back(td::get<"id">(row));
    }
    REQUIRE(late.rows().size() > 10);
    for (const event& row : late) all.push_back(row.id);
    std::sort(all.begin(), all.end());
    ids expected(static_cast<std::size_t>(next_id));
    std::iota(expected.begin(), expected.end(), 0);
    CHECK(all == expected);
  }
}

using other_event = td::row<td::field<"other_time", std::optional<td::timestamp>>, td::field<"other", std::string>,
                            td::field<"other_id", std::int64_t>>;

// A join whose sides have rows of two kinds. `join(left, right, sinks…)`.
void check_late_of_join(const auto& join) {
  for (const std::size_t partitions : {1U, 2U, 5U}) {
    CAPTURE(partitions);
    std::mt19937_64 random(5);
    events left, right;
    td::memory_table<event> late_left;
    td::memory_table<other_event> late_right;
    new_ids news_left, news_right;
    td::testing::batch_driver query(
        join(watermarked(left), td::read_stream(right) | td::rename("key"_c, "other"_c) | td::rename("time"_c, "other_time"_c) |
                                    td::rename("id"_c, "other_id"_c) | td::with_watermark("other_time"_c, 5s)) |
            td::late_rows_to(td::memory_sink(late_left), td::memory_sink(late_right)),
        td::append, options_of(partitions));
    std::int64_t left_now = 100, right_now = 100, next_id = 0, late_ms = 0;
    std::size_t all_late = 0;
    for (int batch = 0; batch < 12; ++batch) {
      CAPTURE(batch);
      if (batch % 4 == 3) query.restart();
      const std::vector<event> left_rows = some_rows(random, left_now, next_id);
      const std::vector<event> right_rows = some_rows(random, right_now, next_id);
      const ids expected_left = late_among(left_rows, own_time, late_ms);
      const ids expected_right = late_among(right_rows, own_time, late_ms);
      left.add_batch(left_rows);
      right.add_batch(right_rows);
      for (const auto& ran : query.run_until_idle()) late_ms = ran.watermark;
      CHECK(news_left.of(late_left) == expected_left);
      CHECK(news_right.of(late_right) == expected_right);
      all_late += expected_left.size() + expected_right.size();
    }
    CHECK(all_late > 10);
  }
}

const auto same_key = "key"_c == td::right("other"_c);

TEST_CASE("late rows of each side of a join go to the sink of that side") {
  check_late_of_join([](auto left, auto right) { return left | td::join(right, td::inner, same_key); });
  check_late_of_join([](auto left, auto right) {
    return left | td::join(right, td::left_outer,
                           same_key && td::right("other_time"_c) >= "time"_c && td::right("other_time"_c) <= "time"_c + 4s);
  });
  check_late_of_join([](auto left, auto right) { return left | td::as_of_join(right, td::left_outer, same_key); });
}

}  // namespace
}  // namespace late_rows_to_test
