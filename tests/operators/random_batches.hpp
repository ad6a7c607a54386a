// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random rows, clocks and restarts for steps that are compared with models of their rules.

#include "catch2_any_version.hpp"

#include <tidemark/row/timestamp.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace random_batches {

inline constexpr std::array<std::size_t, 3> partitions{1, 2, 5};

class numbers {
 public:
  explicit numbers(std::uint64_t seed) : random_(seed) {}
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n)); }
  bool one_in(std::int64_t n) { return below(n) == 0; }

 private:
  std::mt19937_64 random_;
};

// The rows of two streams, batch by batch.
template <class L, class R>
struct two_streams {
  std::vector<std::vector<L>> left;
  std::vector<std::vector<R>> right;
};

// Rows {key, time, text, id} with keys from 0 to 4, the last of them rare on the right, and one in ten null. Times are up to 1
// ms less than the delay behind the latest before, on a grid that makes some equal. At last two rows a side without partners,
// of text "end", behind which all others are over.
template <class L, class R>
two_streams<L, R> two_random_streams(std::uint64_t seed, std::size_t batches, std::int64_t delay_ms, std::int64_t grid_ms) {
  numbers random(seed);
  two_streams<L, R> made;
  std::int64_t now_ms = 1'000'000;
  std::int64_t id = 0;
  for (std::size_t i = 0; i < batches; ++i) {
    const std::string text(static_cast<std::size_t>(random.below(40)), 'x');
    const auto rows_of = [&]<class Row>(std::vector<Row>& rows, std::int64_t keys) {
      for (std::int64_t n = random.below(12); n > 0; --n) {
        ++id;
        const std::int64_t key = random.below(random.one_in(10) ? 5 : keys);
        const auto time = tidemark::timestamp::from_millis(now_ms - random.below(delay_ms / grid_ms) * grid_ms);
        rows.push_back({{}, time, text + std::to_string(id), id});
        if (!random.one_in(10)) set_key(rows.back(), key);
      }
    };
    rows_of(made.left.emplace_back(), 5);
    rows_of(made.right.emplace_back(), 4);
    now_ms += random.below(1500 / grid_ms) * grid_ms;
  }
  for (int i = 0; i < 2; ++i) {
    now_ms += 1'000'000;
    set_key(made.left.emplace_back().emplace_back(L{{}, tidemark::timestamp::from_millis(now_ms), "end", 0}), 100);
    set_key(made.right.emplace_back().emplace_back(R{{}, tidemark::timestamp::from_millis(now_ms), "end", 0}), 101);
  }
  return made;
}

// Gives a driver both streams batch by batch, restarts it now and then, and calls f with each batch that ran; before(i) comes
// before batch i of the streams. Some batches of data are not followed by an empty one.
template <class L, class R, class Driver, class Before, class F>
void drive(Driver& driver, tidemark::testing::source<L>& left, tidemark::testing::source<R>& right,
           const two_streams<L, R>& all, std::uint64_t seed, Before&& before, F&& f) {
  numbers random(seed + 1000);
  for (std::size_t i = 0; i < all.left.size(); ++i) {
    before(i);
    if (!all.left[i].empty()) left.add(all.left[i]);
    if (!all.right[i].empty()) right.add(all.right[i]);
    for (int runs = random.one_in(2) || i + 1 == all.left.size() ? 10 : 1; runs > 0; --runs) {
      const auto ran = driver.run_batch();
      if (!ran) break;
      f(*ran);
    }
    if (random.one_in(6)) driver.restart();
  }
}

// What groups are tried with: rows {key, time, value}, and when a step over them wants a batch without rows.
struct group_form {
  std::int64_t keys;
  std::int64_t most_rows;
  std::int64_t values;
  std::int64_t restart_one_in;
  bool goes_by_clock;
  bool goes_by_watermark;
};

inline constexpr std::int64_t start_ms = 1'767'607'200'000;
inline constexpr std::int64_t delay_ms = 5'000;

// Sixty turns of a query and of a model: expected.run(rows, late, evict, now in ms) gives the rows of a batch, sorted. Calls
// check(ran) for each batch.
template <class Event, class Query, class Model, class Check>
void run_beside(Query& query, tidemark::testing::source<Event>& input, Model& expected, const group_form& form,
                std::uint64_t seed, Check&& check) {
  numbers random(seed);
  std::int64_t watermark = 0;
  std::int64_t evict = 0;  // of the last batch
  bool has_run = false;
  query.clock().set_ms(start_ms);
  for (int step = 0; step < 60; ++step) {
    query.clock().advance(std::chrono::milliseconds(random.one_in(3) ? 1'000 : random.below(4'000)));
    std::vector<Event> rows;
    if (!random.one_in(3))
      for (std::int64_t i = random.below(form.most_rows); i >= 0; --i)
        rows.push_back({"k" + std::to_string(random.below(form.keys)),
                        tidemark::timestamp::from_millis(start_ms + step * 1'000 - random.below(9'000) + random.below(2) * 500),
                        random.below(form.values)});
    input.add(rows);
    if (random.one_in(form.restart_one_in)) {
      query.restart();
      has_run = false;
    }
    const auto ran = query.run_batch();
    const bool is_due = !rows.empty() || (has_run && (form.goes_by_clock || (form.goes_by_watermark && watermark > evict)));
    REQUIRE(ran.has_value() == is_due);
    if (!is_due) continue;
    has_run = true;
    const auto theirs = expected.run(rows, evict, watermark, query.clock().now_ms());
    evict = watermark;
    for (const Event& one : rows) watermark = std::max(watermark, one.time.millis() - delay_ms);
    auto ours = ran->rows;
    std::sort(ours.begin(), ours.end());
    REQUIRE(ours == theirs);
    REQUIRE(ran->watermark == evict);
    REQUIRE(ran->state.at(0).num_rows_total == expected.rows());
    REQUIRE(ran->state.at(0).num_rows_dropped_by_watermark == expected.dropped);
    check(*ran);
  }
}

}  // namespace random_batches
