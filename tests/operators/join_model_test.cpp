// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Joins of two streams against a join of all their rows at once: rows shuffled within the delay, restarts in the middle, one
// and several partitions, both stores; all columns or few of them; bounded by event times or by a time to live.

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"
#include "operators/random_batches.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace join_model_test {

struct shown {
  std::optional<std::int32_t> ad;
  tidemark::timestamp at;
  std::string page;
  std::int64_t id;
};
struct clicked {
  std::optional<std::int64_t> click_ad;
  tidemark::timestamp click_at;
  std::string user;
  std::int64_t click_id;
};

}  // namespace join_model_test

BOOST_HANA_ADAPT_STRUCT(join_model_test::shown, ad, at, page, id);
BOOST_HANA_ADAPT_STRUCT(join_model_test::clicked, click_ad, click_at, user, click_id);

namespace join_model_test {

inline void set_key(shown& row, std::int64_t key) { row.ad = static_cast<std::int32_t>(key); }
inline void set_key(clicked& row, std::int64_t key) { row.click_ad = key; }

namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

using streams = random_batches::two_streams<shown, clicked>;

constexpr std::int64_t delay_ms = 4000;

constexpr auto same_ad = "ad"_c == td::right("click_ad"_c) && ("id"_c + td::right("click_id"_c)) % 3 != 0;
constexpr auto clicked_soon = same_ad && td::right("click_at"_c) >= "at"_c - 1s && td::right("click_at"_c) < "at"_c + 3s;
bool have_same_ad(const shown& a, const clicked& b) {
  return a.ad && b.click_ad && *a.ad == *b.click_ad && (a.id + b.click_id) % 3 != 0;
}

// A row of a result by the ids and texts in it; 0 and "" where a side is missing, or a column is not asked for.
struct pair {
  std::int64_t id = 0;
  std::int64_t click_id = 0;
  std::string page = "";
  std::string user = "";
  auto operator<=>(const pair&) const = default;
};

template <class R>
pair pair_of(const R& row) {
  const auto column = [&]<td::name Name>(td::column<Name> /*which*/, auto otherwise) {
    if constexpr (!td::has_column<R, Name>) return otherwise;
    else if constexpr (td::is_nullable<td::column_type<R, Name>>) return td::get<Name>(row).value_or(otherwise);
    else return td::get<Name>(row);
  };
  return {column("id"_c, std::int64_t{0}), column("click_id"_c, std::int64_t{0}), column("page"_c, std::string()),
          column("user"_c, std::string())};
}

// The join of all rows at once: are_partners(left row, its batch, right row, its batch). The last two rows of either side are
// left out.
template <class Type>
std::vector<pair> joined_at_once(Type /*type*/, const streams& all, auto are_partners) {
  std::vector<pair> result;
  std::vector<std::vector<bool>> right_matched;
  for (const auto& batch : all.right) right_matched.emplace_back(batch.size());
  const std::size_t batches = all.left.size() - 2;
  for (std::size_t i = 0; i < batches; ++i)
    for (const shown& a : all.left[i]) {
      bool is_matched = false;
      for (std::size_t j = 0; j < batches; ++j)
        for (std::size_t n = 0; n < all.right[j].size(); ++n) {
          const clicked& b = all.right[j][n];
          if (!are_partners(a, i, b, j)) continue;
          is_matched = right_matched[j][n] = true;
          if (!Type::gives_left_only) result.push_back({a.id, b.click_id, a.page, b.user});
        }
      if (is_matched ? Type::gives_left_only : Type::preserves_left) result.push_back({a.id, 0, a.page, ""});
    }
  if (Type::preserves_right)
    for (std::size_t j = 0; j < batches; ++j)
      for (std::size_t n = 0; n < all.right[j].size(); ++n)
        if (!right_matched[j][n]) result.push_back({0, all.right[j][n].click_id, "", all.right[j][n].user});
  std::sort(result.begin(), result.end());
  return result;
}
template <class Type>
std::vector<pair> joined_at_once(Type type, const streams& all) {
  return joined_at_once(type, all, [](const shown& a, std::size_t /*i*/, const clicked& b, std::size_t /*j*/) {
    const std::int64_t gap = b.click_at.micros - a.at.micros;
    return have_same_ad(a, b) && gap >= -1'000'000 && gap < 3'000'000;
  });
}
std::vector<pair> without_texts(std::vector<pair> rows) {
  for (pair& one : rows) one.page = one.user = "";
  std::sort(rows.begin(), rows.end());
  return rows;
}

template <class Type>
auto pipeline(const td::testing::source<shown>& left, const td::testing::source<clicked>& right, Type type) {
  return td::read_stream(left) | td::with_watermark("at"_c, std::chrono::milliseconds(delay_ms)) |
         td::join(td::read_stream(right) | td::with_watermark("click_at"_c, std::chrono::milliseconds(delay_ms)), type,
                  clicked_soon);
}

// What a driver gives: its rows but the last ones, and the most rows that were in state.
struct outcome {
  std::vector<pair> rows;
  std::int64_t most_in_state = 0;
  std::int64_t in_state = 0;

  void add(const auto& ran) {
    for (const auto& row : ran.rows)
      if (const pair one = pair_of(row); one.id + one.click_id != 0) rows.push_back(one);
    in_state = ran.state.at(0).num_rows_total;
    most_in_state = std::max(most_in_state, in_state);
    CHECK(ran.state.at(0).num_rows_dropped_by_watermark == 0);
  }
};

// What a pipeline gives; `before(driver, i)` comes before batch i of the streams.
template <class Policy = td::memory_state>
outcome outcome_of(const streams& all, std::uint64_t seed, auto make, auto before,
                   td::testing::driver_options<Policy> options) {
  td::testing::source<shown> left;
  td::testing::source<clicked> right;
  td::testing::batch_driver driver(make(left, right), td::append, options);
  outcome made;
  random_batches::drive(
      driver, left, right, all, seed, [&](std::size_t i) { before(driver, i); }, [&](const auto& ran) { made.add(ran); });
  std::sort(made.rows.begin(), made.rows.end());
  return made;
}
td::testing::driver_options<> with_partitions(std::size_t partitions) {
  td::testing::driver_options<> options;
  options.start.partitions = partitions;
  return options;
}
constexpr auto nothing_before = [](auto& /*driver*/, std::size_t /*i*/) {};

template <class Type>
void compare(Type type) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto all = random_batches::two_random_streams<shown, clicked>(seed, 80, delay_ms, 1);
    const std::vector<pair> expected = joined_at_once(type, all);
    for (const std::size_t partitions : random_batches::partitions) {
      INFO("type " << Type::word << ", seed " << seed << ", partitions " << partitions);
      const outcome made = outcome_of(
          all, seed, [&](const auto& left, const auto& right) { return pipeline(left, right, type); }, nothing_before,
          with_partitions(partitions));
      CHECK(made.rows.size() == expected.size());
      CHECK(made.rows == expected);
      CHECK(made.most_in_state < 250);  // of about 900 rows
      CHECK(made.in_state <= 4);  // of the last two batches
    }
  }
}

// The same, where few columns come out.
template <class Type>
void compare_few(Type type, auto... columns) {
  const auto all = random_batches::two_random_streams<shown, clicked>(9, 60, delay_ms, 1);
  const std::vector<pair> expected = without_texts(joined_at_once(type, all));
  for (const std::size_t partitions : random_batches::partitions) {
    INFO("type " << Type::word << ", partitions " << partitions);
    const outcome made = outcome_of(
        all, 9, [&](const auto& left, const auto& right) { return pipeline(left, right, type) | td::select(columns...); },
        nothing_before, with_partitions(partitions));
    CHECK(made.rows == expected);
  }
}

// A batch every 700 ms of the clock, rows remembered for three of them.
constexpr std::int64_t batch_ms = 700;
template <class Type>
auto pipeline_for(const td::testing::source<shown>& left, const td::testing::source<clicked>& right, Type type) {
  return td::read_stream(left) |
         td::join(td::read_stream(right), type, same_ad, {.ttl = 3 * std::chrono::milliseconds(batch_ms)});
}
constexpr auto set_clock = [](auto& driver, std::size_t i) { driver.clock().set_ms(static_cast<std::int64_t>(i) * batch_ms); };
template <class Type>
std::vector<pair> joined_at_once_for(Type type, const streams& all) {
  return joined_at_once(type, all, [](const shown& a, std::size_t i, const clicked& b, std::size_t j) {
    return have_same_ad(a, b) && (i < j ? j - i : i - j) < 3;
  });
}
// Behind the random batches four without partners, so that all others have had their time.
streams streams_for_clock(std::uint64_t seed, std::size_t batches) {
  streams all = random_batches::two_random_streams<shown, clicked>(seed, batches, delay_ms, 1);
  for (int i = 0; i < 2; ++i) {
    all.left.insert(all.left.end() - 2, std::vector<shown>());
    all.right.insert(all.right.end() - 2, std::vector<clicked>());
  }
  return all;
}

template <class Type>
void compare_for(Type type) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const streams all = streams_for_clock(seed, 60);
    const std::vector<pair> expected = joined_at_once_for(type, all);
    for (const std::size_t partitions : random_batches::partitions) {
      INFO("type " << Type::word << ", seed " << seed << ", partitions " << partitions);
      const outcome made = outcome_of(
          all, seed, [&](const auto& left, const auto& right) { return pipeline_for(left, right, type); }, set_clock,
          with_partitions(partitions));
      CHECK(made.rows == expected);
      CHECK(made.most_in_state <= 66);  // of three batches
      CHECK(made.in_state <= 4);  // of the last two
    }
  }
}

}  // namespace

TEST_CASE("joins of streams give what a join of all rows at once gives") {
  compare(td::inner);
  compare(td::left_outer);
  compare(td::right_outer);
  compare(td::full_outer);
  compare(td::left_semi);
}

TEST_CASE("joins of streams of which few columns come out give the same") {
  compare_few(td::inner, "id"_c, "click_id"_c);
  compare_few(td::left_outer, "click_id"_c, "id"_c);
  compare_few(td::right_outer, "id"_c, "click_id"_c);
  compare_few(td::full_outer, "id"_c, "click_id"_c);
  compare_few(td::left_semi, "id"_c);
}

TEST_CASE("joins of streams for a time to live give what a join of rows of near batches gives") {
  compare_for(td::inner);
  compare_for(td::left_outer);
  compare_for(td::right_outer);
  compare_for(td::full_outer);
  compare_for(td::left_semi);
}

TEST_CASE("joins of streams with so many rows in state that new ones wait for each other give the same") {
  streams all = random_batches::two_random_streams<shown, clicked>(5, 40, delay_ms, 1);
  for (int i = 0; i < 20'000; ++i) all.left.front().push_back({1'000 + i, td::timestamp(1'000'000'000), "", 1'000'000 + i});
  const auto compare_large = [&](auto type) {
    const std::vector<pair> expected = joined_at_once(type, all);
    const outcome made = outcome_of(
        all, 5, [&](const auto& left, const auto& right) { return pipeline(left, right, type); }, nothing_before,
        td::testing::driver_options<>());
    INFO("type " << type.word);
    CHECK(made.rows == expected);
    CHECK(made.most_in_state > 20'000);
  };
  compare_large(td::inner);
  compare_large(td::full_outer);
  compare_large(td::left_semi);
}

TEST_CASE("a full outer join of streams gives the same with state in LevelDB") {
  const auto run = [](const streams& all, auto make, auto before) {
    const scratch_folder folder;
    td::testing::driver_options<td::leveldb_state> options;
    options.start.partitions = 2;
    options.files = &td::local_files();
    options.checkpoint.folder = folder / "checkpoint";
    return outcome_of(all, 17, make, before, options).rows;
  };
  const auto all = random_batches::two_random_streams<shown, clicked>(17, 40, delay_ms, 1);
  CHECK(run(
            all, [](const auto& left, const auto& right) { return pipeline(left, right, td::full_outer); }, nothing_before) ==
        joined_at_once(td::full_outer, all));
  const streams by_clock = streams_for_clock(18, 30);
  CHECK(run(
            by_clock, [](const auto& left, const auto& right) { return pipeline_for(left, right, td::full_outer); },
            set_clock) == joined_at_once_for(td::full_outer, by_clock));
}

}  // namespace join_model_test
