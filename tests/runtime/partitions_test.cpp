// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The law of partitions: a plan gives the same over any number of them, of threads, and fused or cut.

#include "catch2_any_version.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/union_with.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/window_time.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace partitions_test {

struct sale {
  tidemark::timestamp time;
  std::int64_t item;
  std::int64_t amount;
};

}  // namespace partitions_test

BOOST_HANA_ADAPT_STRUCT(partitions_test::sale, time, item, amount);

namespace partitions_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

// Of an amount that throws while it is armed.
using trap = std::shared_ptr<std::atomic<bool>>;
constexpr std::int64_t trapped_amount = -1;

// Two branches with a watermark each, counted by window and item, and these windows summed up by twice their width.
auto pipeline(const td::testing::source<sale>& shops, const td::testing::source<sale>& web, const trap& armed) {
  const auto may_pass = [armed](const sale& one) {
    if (one.amount == trapped_amount && armed->load()) throw std::domain_error("a trapped amount");
    return true;
  };
  return td::read_stream(shops) | td::with_watermark("time"_c, 3s) |
         td::union_with(td::read_stream(web) | td::where(may_pass) | td::with_watermark("time"_c, 1s)) |
         td::group_by(td::window("time"_c, 10s), "item"_c) | td::agg(td::count().as("n"_c), td::sum("amount"_c).as("total"_c)) |
         td::group_by(td::window(td::window_time("window"_c), 20s).as("span"_c), ("item"_c % 3).as("kind"_c)) |
         td::agg(td::sum("n"_c).as("n"_c), td::sum("total"_c).as("total"_c), td::max("item"_c).as("last"_c));
}
using plan_type = td::plan_in<decltype(pipeline(td::testing::source<sale>(), td::testing::source<sale>(), nullptr))>;
using query_type = td::query_plan<plan_type, td::testing::collecting_sink<td::row_of<plan_type>>, td::output_mode::append>;
template <td::program_form Form>
using driver = td::testing::batch_driver<query_type, td::memory_state, Form>;

// What is put in before a trigger.
struct step {
  std::vector<sale> shops;
  std::vector<sale> web;
};

// Times go on by some seconds a step; about a tenth of the rows is late.
std::vector<step> random_steps(std::uint64_t seed, const std::vector<std::size_t>& sizes) {
  std::mt19937_64 random(seed);
  std::vector<step> steps;
  std::int64_t now = 1'000;
  for (const std::size_t size : sizes) {
    step one;
    now += static_cast<std::int64_t>(random() % 15);
    for (std::size_t i = 0; i < size; ++i) {
      const auto ago = static_cast<std::int64_t>(random() % (random() % 10 == 0 ? 60 : 6));
      const sale made{td::timestamp((now - ago) * 1'000'000 + static_cast<std::int64_t>(random() % 1'000'000)),
                      static_cast<std::int64_t>(random() % 500), static_cast<std::int64_t>(random() % 1'000)};
      (random() % 2 == 0 ? one.shops : one.web).push_back(made);
    }
    steps.push_back(std::move(one));
  }
  return steps;
}

// A batch as numbers that compare: its rows in an order of their own, and what is reported of it.
struct batch {
  std::vector<std::array<std::int64_t, 6>> rows;
  std::vector<std::int64_t> facts;
  bool operator==(const batch&) const = default;
};

std::string text_of(const batch& one) {
  std::string text =
      std::to_string(one.rows.size()) + " rows; id, watermark, input, then each step's total, updated, removed, late:";
  for (const std::int64_t fact : one.facts) text += " " + std::to_string(fact);
  return text;
}

template <class Result>
batch numbers_of(const Result& ran) {
  batch one;
  for (const auto& row : ran.rows) {
    const td::time_window& span = td::get<"span">(row);
    one.rows.push_back({span.start.micros, span.end.micros, td::get<"kind">(row), td::get<"n">(row), td::get<"total">(row),
                        td::get<"last">(row)});
  }
  std::sort(one.rows.begin(), one.rows.end());
  one.facts = {ran.id, ran.watermark, ran.input_rows};
  for (const auto& state : ran.state)
    one.facts.insert(one.facts.end(), {state.num_rows_total, state.num_rows_updated, state.num_rows_removed,
                                       state.num_rows_dropped_by_watermark});
  return one;
}

// How a run goes, beside its input.
struct settings {
  std::size_t partitions = 1;
  std::size_t threads = 1;
  std::size_t restart_before = SIZE_MAX;  // this step, with the other number of threads
  std::size_t throw_in = SIZE_MAX;        // the first batch of this step, which then runs again
};

td::start_options<td::memory_state> options_of(const settings& chosen, std::size_t threads) {
  td::start_options<td::memory_state> options;
  options.partitions = chosen.partitions;
  options.threads = threads;
  return options;
}

template <td::program_form Form>
std::vector<batch> run(const std::vector<step>& steps, const settings& chosen) {
  td::testing::source<sale> shops;
  td::testing::source<sale> web;
  const auto armed = std::make_shared<std::atomic<bool>>(false);
  td::testing::driver_options<> options;
  options.start = options_of(chosen, chosen.threads);
  driver<Form> query(pipeline(shops, web, armed), td::append, options);
  std::vector<batch> batches;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i == chosen.restart_before) query.restart(options_of(chosen, 3 - chosen.threads));
    shops.add(steps[i].shops);
    web.add(steps[i].web);
    if (i == chosen.throw_in) {
      armed->store(true);
      REQUIRE_THROWS_AS(query.run_batch(), td::error);
      armed->store(false);
      query.restart();
    }
    for (const auto& ran : query.run_until_idle()) batches.push_back(numbers_of(ran));
  }
  return batches;
}

void check_same(const std::vector<batch>& ours, const std::vector<batch>& theirs) {
  REQUIRE(ours.size() == theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (ours[i] == theirs[i]) continue;
    CAPTURE(i, text_of(ours[i]), text_of(theirs[i]));
    FAIL_CHECK("a batch differs");
  }
}

// One fused chain, against all partitions cut, on one thread and on two.
void check_law(const std::vector<step>& steps, settings chosen = {}) {
  const auto expected = run<td::program_form::by_partitions>(steps, chosen);
  std::size_t rows = 0;
  for (const batch& one : expected) rows += one.rows.size();
  REQUIRE(rows > 0);
  for (const std::size_t partitions : {1U, 2U, 3U, 7U}) {
    for (const std::size_t threads : {1U, 2U}) {
      CAPTURE(partitions, threads);
      chosen.partitions = partitions;
      chosen.threads = threads;
      check_same(run<td::program_form::cut>(steps, chosen), expected);
    }
  }
}

}  // namespace
}  // namespace partitions_test

using namespace partitions_test;

TEST_CASE("any number of partitions and threads gives what one fused chain gives") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    CAPTURE(seed);
    check_law(random_steps(seed, {1, 2, 7, 300, 1, 40, 1'500, 5, 90, 200}));
  }
}

TEST_CASE("batches of several rounds give the same over any number of partitions and threads") {
  const std::uint64_t seed = 20'260'107;
  CAPTURE(seed);
  // A round has 65 536 rows; the branches get about half of a batch each.
  check_law(random_steps(seed, {65'536, 100'000, 10, 2 * 65'536 + 4'000, 100}));
}

TEST_CASE("a restart in the middle, with another number of threads, gives the same over any number of partitions") {
  for (const std::uint64_t seed : {11U, 12U}) {
    for (const std::size_t restart_before : {1U, 3U, 5U}) {
      CAPTURE(seed, restart_before);
      settings chosen;
      chosen.restart_before = restart_before;
      check_law(random_steps(seed, {50, 400, 3, 700, 60, 120, 30}), chosen);
    }
  }
}

TEST_CASE("a batch in which a function threw runs again in a new program as if nothing had been") {
  for (const std::uint64_t seed : {21U, 22U}) {
    CAPTURE(seed);
    auto steps = random_steps(seed, {50, 400, 3'000, 60, 120, 30});
    const std::size_t trapped = 2;
    auto& rows = steps[trapped].web;
    rows[rows.size() / 2].amount = trapped_amount;  // others are read before it, by the same partition and by others
    settings chosen;
    chosen.restart_before = trapped;  // so that all runs are restarted here, and differ only in the throw
    const auto expected = run<td::program_form::by_partitions>(steps, chosen);
    chosen.throw_in = trapped;
    check_law(steps, chosen);
    check_same(run<td::program_form::by_partitions>(steps, chosen), expected);
  }
}
