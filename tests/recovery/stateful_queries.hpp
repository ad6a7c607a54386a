// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// One query for each kind of state, from folders of JSON files, <folder>/in and for some <folder>/others, to <folder>/out.

#include "clicks_query.hpp"

#include <tidemark/operators/as_of_join.hpp>
#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/operators/transform_with_state.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace stateful_queries {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct visit {
  std::string user;
  std::int64_t clicks;
};
struct told {
  std::string user;
  std::int64_t clicks;
  std::int64_t weight;  // of all of them
  std::int64_t heavy;   // how many different weights above 50
};

// Collects the clicks of a user in variables of each kind; tells of them and forgets six seconds after the last one.
struct collector {
  td::value_state<std::int64_t> clicks;
  td::list_state<std::int64_t> weights;
  td::map_state<std::int64_t, std::int64_t> heavy;

  std::vector<told> handle_rows(const std::string& /*user*/, auto rows, auto& timers) {
    clicks.update(clicks.get_or(0) + std::ssize(rows));
    td::timestamp last{};
    for (const auto& one : rows) {
      weights.append(one.weight);
      if (one.weight > 50) heavy.update(one.weight, 1);
      last = (std::max)(last, one.time);
    }
    timers.register_timer(last + 6s);
    return {};
  }
  std::vector<told> handle_timer(const std::string& user, auto& timers, td::timestamp time) {
    if (timers.list_timers().back() != time || !clicks.exists()) return {};
    told one{user, clicks.get(), 0, 0};
    for (const std::int64_t weight : weights.get()) one.weight += weight;
    heavy.for_each([&](std::int64_t /*weight*/, std::int64_t /*times*/) { ++one.heavy; });
    clicks.clear();
    weights.clear();
    heavy.clear();
    return {one};
  }
};

}  // namespace stateful_queries

BOOST_HANA_ADAPT_STRUCT(stateful_queries::visit, user, clicks);
BOOST_HANA_ADAPT_STRUCT(stateful_queries::told, user, clicks, weight, heavy);
BOOST_HANA_ADAPT_STRUCT(stateful_queries::collector, clicks, weights, heavy);

namespace stateful_queries {

inline auto clicks_in(const std::string& folder) {
  return td::read_stream(td::json_source<click>(folder, {.max_files_per_trigger = 1})) | td::with_watermark("time"_c, 5s);
}
inline auto other_clicks(const std::string& folder) {
  return clicks_in(folder + "/others") | td::rename("user"_c, "other"_c) | td::rename("weight"_c, "other_weight"_c) |
         td::rename("time"_c, "other_time"_c);
}
inline auto written(auto rows, const std::string& folder) {
  return rows | td::write_stream(td::json_sink(folder + "/out"), td::append);
}

constexpr auto windows = [](const std::string& folder) { return clicks::query(folder); };
constexpr auto sessions = [](const std::string& folder) {
  return written(clicks_in(folder + "/in") | td::group_by(td::session_window("time"_c, 2s), "user"_c) |
                     td::agg(td::count().as("clicks"_c), td::sum("weight"_c).as("weight"_c)),
                 folder);
};
constexpr auto duplicates = [](const std::string& folder) {
  return written(clicks_in(folder + "/in") | td::drop_duplicates_within_watermark("user"_c), folder);
};
constexpr auto groups = [](const std::string& folder) {
  return written(clicks_in(folder + "/in") | td::group_by_key("user"_c) |
                     td::flat_map_groups_with_state<std::int64_t>(td::append, td::event_time_timeout,
                                                                  [](const std::string& user, auto rows, auto& state) {
                                                                    std::optional<visit> ended;
                                                                    if (state.has_timed_out()) {
                                                                      ended = visit{user, state.get()};
                                                                      state.remove();
                                                                    } else {
                                                                      td::timestamp last{};
                                                                      for (const click& one : rows)
                                                                        last = (std::max)(last, one.time);
                                                                      state.update(state.get_or(0) + std::ssize(rows));
                                                                      state.set_timeout_timestamp(last + 6s);
                                                                    }
                                                                    return ended ? std::vector<visit>{*ended}
                                                                                 : std::vector<visit>{};
                                                                  }),
                 folder);
};
constexpr auto variables = [](const std::string& folder) {
  return written(
      clicks_in(folder + "/in") | td::group_by_key("user"_c) | td::transform_with_state(collector(), td::event_time_mode),
      folder);
};
constexpr auto pairs = [](const std::string& folder) {
  return written(
      clicks_in(folder + "/in") | td::join(other_clicks(folder), td::left_outer,
                                           "user"_c == td::right("other"_c) && td::right("other_time"_c) >= "time"_c &&
                                               td::right("other_time"_c) <= "time"_c + 2s),
      folder);
};
constexpr auto newest = [](const std::string& folder) {
  return written(
      clicks_in(folder + "/in") | td::as_of_join(other_clicks(folder), td::left_outer, "user"_c == td::right("other"_c)),
      folder);
};

// A query with its name and the rows that it puts out at least, so that a test doesn't compare nothing with nothing.
template <class Make>
struct named_query {
  const char* name;
  Make make;
  std::size_t least_rows;
};
template <class Make>
named_query(const char*, Make, std::size_t) -> named_query<Make>;

// Calls f(named_query) for each.
inline void for_each(auto&& f) {
  f(named_query{"windows", windows, 5});
  f(named_query{"sessions", sessions, 6});
  f(named_query{"duplicates", duplicates, 4});
  f(named_query{"groups", groups, 4});
  f(named_query{"variables", variables, 4});
  f(named_query{"pairs", pairs, 10});
  f(named_query{"newest", newest, 10});
}

}  // namespace stateful_queries
