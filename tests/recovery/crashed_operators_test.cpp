// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Each kind of state in a whole query on the simulated file system, stopped at the steps that it takes.

#include "catch2_any_version.hpp"
#include "clicks_query.hpp"

#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/crash_points.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace crashed_operators_test {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct visit {
  std::string user;
  std::int64_t clicks;
};

}  // namespace crashed_operators_test

BOOST_HANA_ADAPT_STRUCT(crashed_operators_test::visit, user, clicks);

namespace crashed_operators_test {

auto clicks_in(const std::string& folder) {
  return td::read_stream(td::json_source<click>("/run/" + folder, {.max_files_per_trigger = 1})) |
         td::with_watermark("time"_c, 5s);
}
auto written(auto rows) { return rows | td::write_stream(td::json_sink("/run/out"), td::append); }

// Each of these has a kind of state of its own.
const auto sessions = [] {
  return written(clicks_in("in") | td::group_by(td::session_window("time"_c, 2s), "user"_c) |
                 td::agg(td::count().as("clicks"_c), td::sum("weight"_c).as("weight"_c)));
};
const auto first_clicks = [] { return written(clicks_in("in") | td::drop_duplicates_within_watermark("user"_c)); };
const auto visits = [] {
  return written(clicks_in("in") | td::group_by_key("user"_c) |
                 td::flat_map_groups_with_state<std::int64_t>(
                     td::append, td::event_time_timeout, [](const std::string& user, auto rows, auto& state) {
                       std::optional<visit> ended;
                       if (state.has_timed_out()) {
                         ended = visit{user, state.get()};
                         state.remove();
                       } else {
                         td::timestamp last{};
                         for (const click& one : rows) last = (std::max)(last, one.time);
                         state.update(state.get_or(0) + std::ssize(rows));
                         state.set_timeout_timestamp(last + 6s);
                       }
                       return ended ? std::vector<visit>{*ended} : std::vector<visit>{};
                     }));
};
const auto pairs = [] {
  auto others = clicks_in("others") | td::rename("user"_c, "other"_c) | td::rename("weight"_c, "other_weight"_c) |
                td::rename("time"_c, "other_time"_c);
  return written(clicks_in("in") | td::join(others, td::left_outer,
                                            "user"_c == td::right("other"_c) && td::right("other_time"_c) >= "time"_c &&
                                                td::right("other_time"_c) <= "time"_c + 2s));
};

void run_to_the_end(td::file_system& files, const auto& make_query) {
  td::testing::driver_options<> options;
  options.files = &files;
  options.checkpoint.folder = "/run/checkpoint";
  options.start.partitions = 2;
  options.start.state.min_deltas_for_snapshot = 1;
  options.start.min_batches_to_retain = 2;
  td::testing::batch_driver driver(make_query(), options);
  driver.run_until_idle();
}

void begin(td::testing::simulated_file_system& files) {
  for (std::size_t i = 0; i < 3; ++i) {
    files.put_file("/run/in/" + std::to_string(i) + ".json", clicks::input(i, 8));
    files.put_file("/run/others/" + std::to_string(i) + ".json", clicks::input(i + 100, 8));
  }
}

// What is put out when all is read and the watermark has passed it.
std::vector<std::string> finished(td::testing::simulated_file_system& files, const auto& make_query) {
  begin(files);
  run_to_the_end(files, make_query);
  for (const char* folder : {"in", "others"})
    files.put_file("/run/" + std::string(folder) + "/9.json", clicks::closing_input());
  run_to_the_end(files, make_query);
  return clicks::output(files, "/run");
}

void check(const auto& make_query, std::size_t least_rows) {
  td::testing::simulated_file_system undisturbed;
  const auto expected = finished(undisturbed, make_query);
  REQUIRE(expected.size() >= least_rows);
  const auto tried = td::testing::for_every_crash_point(
      [&](td::testing::simulated_file_system& files) {
        begin(files);
        run_to_the_end(files, make_query);
      },
      [&](td::testing::simulated_file_system& files, const td::testing::crash_point& point) {
        INFO(point.text());
        CHECK(finished(files, make_query) == expected);
      },
      {.seeds = 1, .every = 3});
  CHECK(tried > 100);
}

TEST_CASE("sessions are the same after a stop at any step") { check(sessions, 6); }
TEST_CASE("first rows within the watermark are the same after a stop at any step") { check(first_clicks, 4); }
TEST_CASE("what groups with state put out is the same after a stop at any step") { check(visits, 4); }
TEST_CASE("pairs and rows without a partner are the same after a stop at any step") { check(pairs, 10); }

}  // namespace crashed_operators_test
