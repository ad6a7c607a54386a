// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Joins of two streams against a join of all their rows at once: rows shuffled within the delay, restarts in the middle, one
// and several partitions, both stores.

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
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
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

constexpr std::int64_t delay_ms = 4000;

auto condition() {
  return "ad"_c == td::right("click_ad"_c) && td::right("click_at"_c) >= "at"_c - 1s && td::right("click_at"_c) < "at"_c + 3s &&
         ("id"_c + td::right("click_id"_c)) % 3 != 0;
}
bool are_partners(const shown& a, const clicked& b) {
  const std::int64_t gap = b.click_at.micros - a.at.micros;
  return a.ad && b.click_ad && *a.ad == *b.click_ad && gap >= -1'000'000 && gap < 3'000'000 && (a.id + b.click_id) % 3 != 0;
}

// A row of a result by the ids and texts in it; 0 and "" where a side is missing.
struct pair {
  std::int64_t id = 0;
  std::int64_t click_id = 0;
  std::string page;
  std::string user;
  auto operator<=>(const pair&) const = default;
};

template <class R>
pair pair_of(const R& row) {
  const auto or_zero = [](const auto& value) {
    if constexpr (td::is_nullable<decltype(value)>) return value.value_or(td::without_null<decltype(value)>());
    else return value;
  };
  pair made;
  made.id = or_zero(td::get<"id">(row));
  made.page = or_zero(td::get<"page">(row));
  if constexpr (td::has_column<R, "click_id">) {
    made.click_id = or_zero(td::get<"click_id">(row));
    made.user = or_zero(td::get<"user">(row));
  }
  return made;
}

// All rows of a run, as they come.
struct input {
  std::vector<std::vector<shown>> left;
  std::vector<std::vector<clicked>> right;
};

// Times from 5 to 1 ms less than the delay behind the latest before, ties included; one key in ten is null.
input random_input(std::uint64_t seed, std::size_t batches) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)); };
  input made;
  std::int64_t now_ms = 1'000'000;
  std::int64_t id = 0;
  for (std::size_t i = 0; i < batches; ++i) {
    const auto time = [&] { return td::timestamp((now_ms - below(delay_ms)) * 1000 + below(2)); };
    const std::string text(static_cast<std::size_t>(below(40)), 'x');
    std::vector<shown> left;
    std::vector<clicked> right;
    for (std::int64_t n = below(12); n > 0; --n) {
      const auto ad = below(10) == 0 ? std::optional<std::int32_t>() : static_cast<std::int32_t>(below(5));
      left.push_back({ad, time(), text + std::to_string(id), id + 1});
      ++id;
    }
    for (std::int64_t n = below(12); n > 0; --n) {
      const auto ad = below(10) == 0 ? std::optional<std::int64_t>() : below(5);
      right.push_back({ad, time(), text + std::to_string(id), id + 1});
      ++id;
    }
    made.left.push_back(std::move(left));
    made.right.push_back(std::move(right));
    now_ms += below(1500);
  }
  // Two rows without partners, behind which all others leave.
  for (int i = 0; i < 2; ++i) {
    now_ms += 1'000'000;
    made.left.push_back({{100, td::timestamp(now_ms * 1000), "end", 0}});
    made.right.push_back({{101, td::timestamp(now_ms * 1000), "end", 0}});
  }
  return made;
}

// The join of all rows at once; not of the last two of either side, whose time does not come.
template <class Type>
std::vector<pair> joined_at_once(Type /*type*/, const input& all) {
  std::vector<shown> left;
  std::vector<clicked> right;
  for (std::size_t i = 0; i + 2 < all.left.size(); ++i) {
    left.insert(left.end(), all.left[i].begin(), all.left[i].end());
    right.insert(right.end(), all.right[i].begin(), all.right[i].end());
  }
  std::vector<pair> result;
  std::vector<bool> right_matched(right.size());
  for (const shown& a : left) {
    bool is_matched = false;
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (!are_partners(a, right[i])) continue;
      is_matched = right_matched[i] = true;
      if (!Type::gives_left_only) result.push_back({a.id, right[i].click_id, a.page, right[i].user});
    }
    if (is_matched ? Type::gives_left_only : Type::preserves_left) result.push_back({a.id, 0, a.page, ""});
  }
  if (Type::preserves_right)
    for (std::size_t i = 0; i < right.size(); ++i)
      if (!right_matched[i]) result.push_back({0, right[i].click_id, "", right[i].user});
  std::sort(result.begin(), result.end());
  return result;
}

template <class Type>
auto pipeline(const td::testing::source<shown>& left, const td::testing::source<clicked>& right, Type type) {
  return td::read_stream(left) | td::with_watermark("at"_c, std::chrono::milliseconds(delay_ms)) |
         td::join(td::read_stream(right) | td::with_watermark("click_at"_c, std::chrono::milliseconds(delay_ms)), type,
                  condition());
}

// What a driver of the pipeline gives for the input, restarted now and then; the rows in state at the end, and the most
// between.
template <class Driver>
std::vector<pair> result_of(const input& all, td::testing::source<shown>& left, td::testing::source<clicked>& right,
                            Driver& driver, std::uint64_t seed, std::int64_t& most_in_state) {
  std::mt19937_64 random(seed + 1000);
  std::vector<pair> result;
  std::int64_t in_state = 0;
  for (std::size_t i = 0; i < all.left.size(); ++i) {
    // Nothing has moved the watermark while a side is silent; the last rows come out of both.
    if (!all.left[i].empty()) left.add(all.left[i]);
    if (!all.right[i].empty()) right.add(all.right[i]);
    // Some batches of data are not followed by an empty one.
    for (int runs = random() % 2 == 0 || i + 1 == all.left.size() ? 10 : 1; runs > 0; --runs) {
      const auto ran = driver.run_batch();
      if (!ran) break;
      for (const auto& row : ran->rows) result.push_back(pair_of(row));
      in_state = ran->state.at(0).num_rows_total;
      most_in_state = std::max(most_in_state, in_state);
      CHECK(ran->state.at(0).num_rows_dropped_by_watermark == 0);
    }
    if (random() % 6 == 0) driver.restart();
  }
  std::erase_if(result, [](const pair& one) { return one.page == "end" || one.user == "end"; });
  std::sort(result.begin(), result.end());
  CHECK(in_state <= 4);  // of the last two batches
  return result;
}

template <class Type>
void compare(Type type) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const input all = random_input(seed, 80);
    const std::vector<pair> expected = joined_at_once(type, all);
    for (const std::size_t partitions : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
      td::testing::source<shown> left;
      td::testing::source<clicked> right;
      td::testing::driver_options<> options;
      options.start.partitions = partitions;
      td::testing::batch_driver driver(pipeline(left, right, type), td::append, options);
      std::int64_t most_in_state = 0;
      const std::vector<pair> result = result_of(all, left, right, driver, seed, most_in_state);
      INFO("type " << Type::word << ", seed " << seed << ", partitions " << partitions);
      CHECK(result.size() == expected.size());
      CHECK(result == expected);
      CHECK(most_in_state < 250);  // of about 900 rows
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

TEST_CASE("a full outer join of streams gives the same with state in LevelDB") {
  const input all = random_input(17, 40);
  td::testing::source<shown> left;
  td::testing::source<clicked> right;
  const scratch_folder folder;
  td::testing::driver_options<td::leveldb_state> options;
  options.start.partitions = 2;
  options.files = &td::local_files();
  options.checkpoint.folder = folder / "checkpoint";
  td::testing::batch_driver driver(pipeline(left, right, td::full_outer), td::append, options);
  std::int64_t most_in_state = 0;
  CHECK(result_of(all, left, right, driver, 17, most_in_state) == joined_at_once(td::full_outer, all));
}

}  // namespace join_model_test
