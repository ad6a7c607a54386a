// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Rows of fixed width pass without a memory allocation: a batch of a hundred thousand makes as many as a batch of one.

#include "catch2_any_version.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/posix_file.hpp>
#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/late_rows_to.hpp>
#include <tidemark/operators/limit.hpp>
#include <tidemark/operators/map.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/transform_with_state.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/plan/functions/text.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/start.hpp>
#include <tidemark/sinks/noop_sink.hpp>
#include <tidemark/sources/source.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace allocations_test {

struct event {
  std::int64_t key;
  tidemark::timestamp time;
  std::int64_t value;
};

inline std::size_t allocations = 0;

}  // namespace allocations_test

BOOST_HANA_ADAPT_STRUCT(allocations_test::event, key, time, value);

void* operator new(std::size_t bytes) {
  ++allocations_test::allocations;
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc{};
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  ++allocations_test::allocations;
  const auto step = static_cast<std::size_t>(alignment);
  if (void* const memory = std::aligned_alloc(step, (bytes + step - 1) / step * step)) return memory;
  throw std::bad_alloc{};
}
// Named as well, since the address sanitizer brings each form of its own that is missing here.
void* operator new(std::size_t bytes, const std::nothrow_t& /*nothrow*/) noexcept {
  ++allocations_test::allocations;
  return std::malloc(bytes);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t& /*nothrow*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept { std::free(memory); }

namespace allocations_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

// Makes the rows from `start` to what was last offered; the offset is their number.
class counting_source {
 public:
  using row = event;
  static constexpr td::source_capabilities capabilities{};

  counting_source(const std::size_t& offered, std::size_t keys) : offered_(&offered), keys_(keys) {}
  std::string description() const { return "counting"; }

  class reader {
   public:
    reader(std::size_t first, std::size_t rows, std::size_t keys) : first_(first), rows_(rows), keys_(keys) {}
    std::size_t size() const { return rows_; }
    template <class F>
    void read_part(std::size_t first, std::size_t count, F&& f) const {
      for (std::size_t i = first_ + first; i < first_ + first + count; ++i)
        f(event{static_cast<std::int64_t>(i % keys_), td::timestamp(static_cast<std::int64_t>(i)), 1});
    }

   private:
    std::size_t first_;
    std::size_t rows_;
    std::size_t keys_;
  };

  class open_source {
   public:
    open_source(const std::size_t& offered, std::size_t keys) : offered_(&offered), keys_(keys) {}
    std::optional<td::source_offset> latest_offset(const std::optional<td::source_offset>& /*start*/, std::int64_t /*now_ms*/,
                                                   td::read_limit /*limit*/) {
      return std::to_string(*offered_);
    }
    void freeze(std::int64_t /*now_ms*/) {}
    void commit(const td::source_offset& /*end*/) {}
    void interrupt() {}
    template <class Columns>
    reader rows(const std::optional<td::source_offset>& start, const td::source_offset& end) const {
      const std::size_t first = start ? std::stoul(*start) : 0;
      return reader(first, std::stoul(end) - first, keys_);
    }

   private:
    const std::size_t* offered_;
    std::size_t keys_;
  };
  open_source open(const td::source_place& /*place*/) const { return open_source(*offered_, keys_); }

 private:
  const std::size_t* offered_;
  std::size_t keys_;
};

// Batches of a running query, and what each of them allocates.
template <class Query>
class counted_query {
 public:
  counted_query(const Query& query, std::size_t& offered, std::size_t partitions)
      : offered_(&offered),
        engine_(td::assemble<td::memory_state>(query, td::start_options<td::memory_state>{.partitions = partitions}, nullptr,
                                               td::local_files())) {
    engine_.recover();
  }

  std::size_t allocations_of(std::size_t rows) {
    *offered_ += rows;
    const std::size_t before = allocations;
    REQUIRE(engine_.runner().run_trigger() != nullptr);
    const std::size_t made = allocations - before;
    CHECK(engine_.runner().last_outcome().input_rows() == static_cast<std::int64_t>(rows));
    return made;
  }

 private:
  std::size_t* offered_;
  td::query_engine engine_;
};

// After batches in which everything grows to its size.
template <class Query>
void check_no_row_allocates(counted_query<Query>& query, int batches_before = 2) {
  for (int batch = 0; batch < batches_before; ++batch) query.allocations_of(100'000);
  const std::size_t for_one = query.allocations_of(1);
  CHECK(query.allocations_of(1'000) == for_one);
  CHECK(query.allocations_of(100'000) == for_one);
}

// The least of texts that are all one, too long for the memory within a std::string.
auto least_texts(const std::size_t& offered, std::size_t keys) {
  return td::read_stream(counting_source(offered, keys)) | td::group_by("key"_c) |
         td::agg(td::min(td::lit(std::string("a text that needs memory of its own"))).as("text"_c)) |
         td::write_stream(td::noop_sink{}, td::update);
}

// A filter, a function, and sums by window and key; all in one window, so that after some batches nothing is new.
auto totals(const std::size_t& offered, std::size_t keys) {
  return td::read_stream(counting_source(offered, keys)) | td::where("value"_c > 0) | td::map([](const event& one) {
           return event{one.key, one.time, one.value * 2};
         }) |
         td::with_watermark("time"_c, 0s) | td::group_by(td::window("time"_c, 1h), "key"_c) |
         td::agg(td::count(), td::sum("value"_c).as("sum"_c)) | td::write_stream(td::noop_sink{}, td::update);
}

// A window in which every second row is late from the second batch on, and where these rows go.
auto totals_and_late_rows(const std::size_t& offered, std::size_t keys) {
  return td::read_stream(counting_source(offered, keys)) | td::map([](const event& one) {
           return event{one.key, td::timestamp{0} + (one.time.micros % 2 == 0 ? 10h : 0h), one.value};
         }) |
         td::with_watermark("time"_c, 0s) | td::group_by(td::window("time"_c, 1h), "key"_c) |
         td::agg(td::count(), td::sum("value"_c).as("sum"_c)) | td::late_rows_to(td::noop_sink{}) |
         td::write_stream(td::noop_sink{}, td::append);
}

// One aggregate, by key.
template <class Aggregate>
auto totals_of(const std::size_t& offered, std::size_t keys, Aggregate of) {
  return td::read_stream(counting_source(offered, keys)) | td::group_by("key"_c) | td::agg(of.as("total"_c)) |
         td::write_stream(td::noop_sink{}, td::update);
}
template <class Aggregate>
void check_aggregate(Aggregate of, int batches_before = 2) {
  for (const std::size_t keys : {100U, 50'000U}) {
    CAPTURE(keys);
    std::size_t offered = 0;
    counted_query query(totals_of(offered, keys, of), offered, 1);
    check_no_row_allocates(query, batches_before);
  }
}

// The different keys, all in one window.
auto different_keys(const std::size_t& offered, std::size_t keys) {
  return td::read_stream(counting_source(offered, keys)) |
         td::with_watermark("time"_c, 0s, {.ignore_event_times_beyond = 1h, .idle_after = 1h}) |
         td::group_by(td::window("time"_c, 1h)) | td::agg(td::count_distinct("key"_c).as("keys"_c)) |
         td::write_stream(td::noop_sink{}, td::update);
}

struct line {
  std::int64_t key;
  std::string_view text;
};

// Long texts: none would fit the memory within a std::string.
constexpr std::array<std::string_view, 3> texts{"  the tide comes in, and the tide goes out again  ",
                                                "high water,at the harbour,of a town on the coast",
                                                "низкая вода, и кругом ничего кроме песка и камней"};

}  // namespace
}  // namespace allocations_test

BOOST_HANA_ADAPT_STRUCT(allocations_test::line, key, text);

namespace allocations_test {
namespace {

// One column made of a text, and a filter by it.
template <class Of>
auto made_of_texts(const std::size_t& offered, Of of) {
  return td::read_stream(counting_source(offered, 100)) | td::map([](const event& one) {
           return line{one.key, texts[static_cast<std::size_t>(one.key) % texts.size()]};
         }) |
         td::select("key"_c, of.as("made"_c)) | td::where("made"_c == "made"_c) | td::write_stream(td::noop_sink{}, td::append);
}
template <class Of>
void check_text_function(Of of) {
  std::size_t offered = 0;
  counted_query query(made_of_texts(offered, of), offered, 1);
  check_no_row_allocates(query);
}

// The keys come again and again.
auto first_rows(const std::size_t& offered, std::size_t keys) {
  return td::read_stream(counting_source(offered, keys)) | td::with_watermark("time"_c, 1h) |
         td::drop_duplicates_within_watermark("key"_c) | td::drop_duplicates("value"_c, "key"_c) |
         td::drop_duplicates({.ttl = 24h}, "key"_c) | td::limit(1'000) | td::write_stream(td::noop_sink{}, td::append);
}

struct called {
  std::int64_t key;
  std::int64_t count;
};

// Counts rows by key, in a variable of each kind, with a timer that every call moves.
struct counter {
  td::value_state<std::int64_t> count;
  td::list_state<std::int64_t> last_two;
  td::map_state<std::int64_t, std::int64_t> by_size;

  std::array<called, 1> handle_rows(std::int64_t key, auto rows, auto& timers) {
    const std::int64_t before = count.get_or(0);
    const std::int64_t now = before + std::ssize(rows);
    count.update(now);
    last_two.put(std::array{before, now});
    by_size.update(now % 4, by_size.get_or(now % 4, 0) + 1);
    timers.delete_timer(td::timestamp{before * 1'000'000} + 24h);
    timers.register_timer(td::timestamp{now * 1'000'000} + 24h);
    return {called{key, now}};
  }
  std::array<called, 1> handle_timer(std::int64_t key, auto& /*timers*/, td::timestamp /*time*/) {
    return {called{key, count.get_or(0)}};
  }
};

}  // namespace
}  // namespace allocations_test

BOOST_HANA_ADAPT_STRUCT(allocations_test::called, key, count);
BOOST_HANA_ADAPT_STRUCT(allocations_test::counter, count, last_two, by_size);

namespace allocations_test {
namespace {

// Counts rows by key, with a timeout that every call moves.
auto counts(const std::size_t& offered, std::size_t keys) {
  return td::read_stream(counting_source(offered, keys)) | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
         td::map_groups_with_state<std::int64_t>(td::event_time_timeout,
                                                 [](std::int64_t key, auto rows, auto& state) {
                                                   const called made{key, state.get_or(0) + std::ssize(rows)};
                                                   state.update(made.count);
                                                   state.set_timeout_timestamp(td::timestamp{made.count % 7 * 1'000'000} + 24h);
                                                   return made;
                                                 }) |
         td::write_stream(td::noop_sink{}, td::update);
}

auto counts_of_processor(const std::size_t& offered, std::size_t keys) {
  return td::read_stream(counting_source(offered, keys)) | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
         td::transform_with_state(counter(), td::event_time_mode) | td::write_stream(td::noop_sink{}, td::update);
}

}  // namespace
}  // namespace allocations_test

using namespace allocations_test;

TEST_CASE("rows of fixed width pass without an allocation: where, map, window, count and sum") {
  for (const std::size_t partitions : {1U, 2U})
    for (const std::size_t keys : {100U, 50'000U}) {  // a small table, and a large one, whose rows wait in blocks
      CAPTURE(partitions, keys);
      std::size_t offered = 0;
      counted_query query(totals(offered, keys), offered, partitions);
      check_no_row_allocates(query);
    }
}

TEST_CASE("rows of fixed width pass without an allocation: late rows to a sink of their own") {
  for (const std::size_t partitions : {1U, 2U})
    for (const std::size_t keys : {101U, 50'001U}) {  // odd: each key comes in time and late
      CAPTURE(partitions, keys);
      std::size_t offered = 0;
      counted_query query(totals_and_late_rows(offered, keys), offered, partitions);
      for (int batch = 0; batch < 4; ++batch) query.allocations_of(100'002);
      const std::size_t for_few = query.allocations_of(100'002);
      CHECK(query.allocations_of(300'006) == for_few);
    }
}

TEST_CASE("rows of fixed width pass without an allocation: each aggregate whose state has a fixed width") {
  check_aggregate(td::count_if("value"_c > 0));
  check_aggregate(td::avg("value"_c));
  check_aggregate((td::min)("value"_c));
  check_aggregate((td::max)("value"_c));
  check_aggregate(td::min_by("value"_c, "time"_c));
  check_aggregate(td::max_by("value"_c, "time"_c));
  check_aggregate(td::first("value"_c));
  check_aggregate(td::last("value"_c));
  check_aggregate(td::first("value"_c, td::ignore_nulls));
  check_aggregate(td::last("value"_c, td::ignore_nulls));
  check_aggregate(td::bool_and("value"_c > 0));
  check_aggregate(td::bool_or("value"_c > 0));
  check_aggregate(td::var_samp("value"_c));
  check_aggregate(td::var_pop("value"_c));
  check_aggregate(td::stddev_samp("value"_c));
  check_aggregate(td::stddev_pop("value"_c));
}

TEST_CASE("rows of fixed width pass without an allocation: a sketch of different values") {
  std::size_t offered = 0;
  counted_query query(totals_of(offered, 100, td::approx_count_distinct("value"_c)), offered, 1);
  check_no_row_allocates(query);
}

TEST_CASE("texts pass without an allocation: functions that give a part of a text, or a number") {
  check_text_function(td::trim("text"_c));
  check_text_function(td::ltrim("text"_c));
  check_text_function(td::rtrim("text"_c));
  check_text_function(td::substring("text"_c, 2, 30));
  check_text_function(td::substring_index("text"_c, ",", 1));
  check_text_function(td::length("text"_c));
  check_text_function(td::ascii("text"_c));
  check_text_function(td::instr("text"_c, "tide"));
  check_text_function(td::locate("tide", "text"_c, 5));
  check_text_function(td::contains("text"_c, "harbour"));
  check_text_function(td::starts_with("text"_c, "high"));
  check_text_function(td::ends_with("text"_c, "coast"));
  check_text_function(td::like("text"_c, "%w_ter%coast"));
}

TEST_CASE("rows pass without an allocation: an aggregate with a text in it") {
  std::size_t offered = 0;
  counted_query query(least_texts(offered, 100), offered, 1);
  check_no_row_allocates(query);
}

TEST_CASE("rows of fixed width pass without an allocation: different values, and a limited watermark") {
  for (const std::size_t partitions : {1U, 2U})
    for (const std::size_t keys : {5U, 50'000U}) {  // without and with an index
      CAPTURE(partitions, keys);
      std::size_t offered = 0;
      counted_query query(different_keys(offered, keys), offered, partitions);
      check_no_row_allocates(query);
    }
}

TEST_CASE("rows of fixed width pass without an allocation: duplicates and a limit") {
  for (const std::size_t partitions : {1U, 2U}) {
    CAPTURE(partitions);
    std::size_t offered = 0;
    counted_query query(first_rows(offered, 1'000), offered, partitions);
    check_no_row_allocates(query);
  }
}

TEST_CASE("rows of fixed width pass without an allocation: groups with state") {
  for (const std::size_t partitions : {1U, 2U})
    for (const std::size_t keys : {100U, 50'000U}) {
      CAPTURE(partitions, keys);
      std::size_t offered = 0;
      counted_query query(counts(offered, keys), offered, partitions);
      check_no_row_allocates(query, 10);
    }
}

TEST_CASE("rows of fixed width pass without an allocation: a stateful processor") {
  for (const std::size_t partitions : {1U, 2U})
    for (const std::size_t keys : {100U, 5'000U}) {
      CAPTURE(partitions, keys);
      std::size_t offered = 0;
      counted_query query(counts_of_processor(offered, keys), offered, partitions);
      check_no_row_allocates(query, 10);
    }
}

TEST_CASE("allocations are counted") {
  const std::size_t before = allocations;
  ::operator delete(::operator new(1'000));
  ::operator delete(::operator new(1'024, std::align_val_t{64}), std::align_val_t{64});
  CHECK(allocations == before + 2);
}
