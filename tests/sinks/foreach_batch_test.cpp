// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sinks/foreach_batch.hpp>

#include <range/v3/view/transform.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace td = tidemark;

namespace {

using word = td::row<td::field<"word", std::string>, td::field<"count", std::int64_t>>;
using words = std::vector<word>;

constexpr auto anything = [](auto /*rows*/, td::batch_id /*id*/) {};
static_assert(td::Sink<td::foreach_batch<decltype(anything)>, word>);
constexpr auto no_id = [](auto /*rows*/) {};
static_assert(!td::Sink<td::foreach_batch<decltype(no_id)>, word>);
static_assert(!td::foreach_batch<decltype(anything)>::capabilities.once_per_batch_id);

}  // namespace

TEST_CASE("the function gets each batch once in prepare, with its id and its rows in partition order") {
  std::vector<std::pair<td::batch_id, words>> calls;
  const td::foreach_batch sink([&](auto rows, td::batch_id id) { calls.emplace_back(id, words(rows.begin(), rows.end())); });
  auto open = sink.open<word>({td::local_files(), "q", "", 2});
  open.begin(3, td::output::changed_rows);
  open.writer(1).write(word{"b", 2});
  open.writer(0).write(word{"a", 1});
  CHECK(open.output_rows() == 2);
  CHECK(calls.empty());
  open.prepare(3);
  CHECK(calls == std::vector<std::pair<td::batch_id, words>>{{3, {{"a", 1}, {"b", 2}}}});
  open.commit(3);
  open.commit(3);
  CHECK(calls.size() == 1);
  CHECK(open.output_rows() == 2);
}

TEST_CASE("a batch without rows is delivered too") {
  std::vector<td::batch_id> calls;
  const td::foreach_batch sink([&](auto rows, td::batch_id id) {
    CHECK(rows.empty());
    calls.push_back(id);
  });
  auto open = sink.open<word>({td::local_files(), "q", "", 1});
  for (td::batch_id id = 0; id < 3; ++id) {
    open.begin(id, td::output::new_rows);
    open.prepare(id);
    open.commit(id);
  }
  CHECK(calls == std::vector<td::batch_id>{0, 1, 2});
}

TEST_CASE("a batch whose function failed comes again whole, and nothing of the failed attempt") {
  std::vector<words> taken;
  int calls = 0;
  const td::foreach_batch sink([&](auto rows, td::batch_id /*id*/) {
    if (++calls == 1) throw std::runtime_error("the database is away");
    taken.emplace_back(rows.begin(), rows.end());
  });
  const td::sink_place place{td::local_files(), "q", "", 2};
  for (int run = 0; run < 2; ++run) {
    auto open = sink.open<word>(place);
    open.begin(7, td::output::new_rows);
    open.writer(0).write(word{"a", 1});
    open.writer(1).write(word{"b", 2});
    if (run == 0) CHECK_THROWS_AS(open.prepare(7), std::runtime_error);
    else open.prepare(7);
  }
  CHECK(taken == std::vector<words>{{{"a", 1}, {"b", 2}}});
}

TEST_CASE("the rows of a batch work with range-v3") {
  std::int64_t sum = 0;
  const td::foreach_batch sink([&](auto rows, td::batch_id /*id*/) {
    for (const auto count : rows | ranges::views::transform([](const word& one) { return td::get<"count">(one); }))
      sum += count;
  });
  auto open = sink.open<word>({td::local_files(), "q", "", 1});
  open.begin(0, td::output::new_rows);
  for (std::int64_t i = 1; i <= 3; ++i) open.writer(0).write(word{"a", i});
  open.prepare(0);
  CHECK(sum == 6);
}
