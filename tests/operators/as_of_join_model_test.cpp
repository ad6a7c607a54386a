// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// As-of joins against a search through all rows at once: rows shuffled within the delay, restarts in the middle, one and
// several partitions, both stores.

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"
#include "operators/random_batches.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/as_of_join.hpp>
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
#include <string>
#include <utility>
#include <vector>

namespace as_of_join_model_test {

struct trade {
  std::optional<std::int32_t> symbol;
  tidemark::timestamp traded_at;
  std::string buyer;
  std::int64_t id;
};
struct quote {
  std::optional<std::int64_t> quoted;
  tidemark::timestamp quoted_at;
  std::string seller;
  std::int64_t quote_id;
};

}  // namespace as_of_join_model_test

BOOST_HANA_ADAPT_STRUCT(as_of_join_model_test::trade, symbol, traded_at, buyer, id);
BOOST_HANA_ADAPT_STRUCT(as_of_join_model_test::quote, quoted, quoted_at, seller, quote_id);

namespace as_of_join_model_test {

inline void set_key(trade& row, std::int64_t key) { row.symbol = static_cast<std::int32_t>(key); }
inline void set_key(quote& row, std::int64_t key) { row.quoted = key; }

namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

constexpr std::int64_t delay_ms = 4000;
constexpr std::chrono::microseconds tolerance = 1500ms;

// A row of the result; 0 and "" where the right side is missing.
struct pair {
  std::int64_t id = 0;
  std::int64_t quote_id = 0;
  std::string buyer;
  std::string seller;
  auto operator<=>(const pair&) const = default;
};

template <class T>
auto or_none(const T& value) {
  if constexpr (td::is_nullable<T>) return value.value_or(td::without_null<T>());
  else return value;
}
pair pair_of(const auto& row) {
  return {td::get<"id">(row), or_none(td::get<"quote_id">(row)), td::get<"buyer">(row), or_none(td::get<"seller">(row))};
}

using streams = random_batches::two_streams<trade, quote>;
// Of times so coarse that many are equal.
streams random_streams(std::uint64_t seed, std::size_t batches) {
  return random_batches::two_random_streams<trade, quote>(seed, batches, delay_ms, 50);
}

// For each left row but the last ones a search through all right rows.
template <class Type>
std::vector<pair> searched(Type /*type*/, const streams& all, std::optional<std::chrono::microseconds> longest) {
  std::vector<pair> result;
  for (const auto& batch : all.left)
    for (const trade& one : batch) {
      const quote* best = nullptr;
      for (const auto& others : all.right)
        for (const quote& other : others) {
          if (!one.symbol || !other.quoted || *one.symbol != *other.quoted || other.quoted_at > one.traded_at) continue;
          if (longest && one.traded_at.micros - other.quoted_at.micros > longest->count()) continue;
          if (best == nullptr || best->quoted_at <= other.quoted_at) best = &other;
        }
      if (one.buyer == "end") continue;
      if (best != nullptr) result.push_back({one.id, best->quote_id, one.buyer, best->seller});
      else if (Type::preserves_left) result.push_back({one.id, 0, one.buyer, ""});
    }
  std::sort(result.begin(), result.end());
  return result;
}

template <class Type>
auto pipeline(const td::testing::source<trade>& left, const td::testing::source<quote>& right, Type type, auto... options) {
  return td::read_stream(left) | td::with_watermark("traded_at"_c, std::chrono::milliseconds(delay_ms)) |
         td::as_of_join(td::read_stream(right) | td::with_watermark("quoted_at"_c, std::chrono::milliseconds(delay_ms)), type,
                        "symbol"_c == td::right("quoted"_c), options...);
}

// What a driver of the pipeline gives but for the last rows; and the most rows in state between.
std::vector<pair> result_of(const streams& all, td::testing::source<trade>& left, td::testing::source<quote>& right,
                            auto& driver, std::uint64_t seed, std::int64_t& most_in_state) {
  std::vector<pair> result;
  random_batches::drive(
      driver, left, right, all, seed, [](std::size_t /*i*/) {},
      [&](const auto& ran) {
        for (const auto& row : ran.rows)
          if (const pair one = pair_of(row); one.buyer != "end") result.push_back(one);
        most_in_state = std::max(most_in_state, ran.state.at(0).num_rows_total);
        CHECK(ran.state.at(0).num_rows_dropped_by_watermark == 0);
      });
  std::sort(result.begin(), result.end());
  return result;
}

template <class Type>
void compare(Type type, std::optional<std::chrono::microseconds> longest, auto... options) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const streams all = random_streams(seed, 60);
    const std::vector<pair> expected = searched(type, all, longest);
    for (const std::size_t partitions : random_batches::partitions) {
      td::testing::source<trade> left;
      td::testing::source<quote> right;
      td::testing::driver_options<> start;
      start.start.partitions = partitions;
      td::testing::batch_driver driver(pipeline(left, right, type, options...), td::append, start);
      std::int64_t most_in_state = 0;
      const std::vector<pair> result = result_of(all, left, right, driver, seed, most_in_state);
      INFO("type " << Type::word << ", seed " << seed << ", partitions " << partitions);
      CHECK(result.size() == expected.size());
      CHECK(result == expected);
      CHECK(most_in_state < 200);  // of about 660 rows
    }
  }
}

}  // namespace

TEST_CASE("as-of joins give what a search through all rows gives") {
  compare(td::inner, std::nullopt);
  compare(td::left_outer, std::nullopt);
  compare(td::inner, tolerance, td::as_of_join_options{tolerance});
  compare(td::left_outer, tolerance, td::as_of_join_options{tolerance});
}

TEST_CASE("an as-of join gives the same with state in LevelDB") {
  const streams all = random_streams(17, 40);
  td::testing::source<trade> left;
  td::testing::source<quote> right;
  const scratch_folder folder;
  td::testing::driver_options<td::leveldb_state> options;
  options.start.partitions = 2;
  options.files = &td::local_files();
  options.checkpoint.folder = folder / "checkpoint";
  td::testing::batch_driver driver(pipeline(left, right, td::left_outer, td::as_of_join_options{tolerance}), td::append,
                                   options);
  std::int64_t most_in_state = 0;
  CHECK(result_of(all, left, right, driver, 17, most_in_state) == searched(td::left_outer, all, tolerance));
}

}  // namespace as_of_join_model_test
