// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Groups with state against a model of their rules, on random rows, clocks and restarts. The model keeps every key in a map and
// looks at all of them in every batch.

#include "catch2_any_version.hpp"
#include "operators/random_batches.hpp"

#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace group_model_test {

struct event {
  std::string key;
  tidemark::timestamp time;
  std::int64_t value;
};
struct call {
  std::string key;
  std::string rows;  // their values, in order
  bool has_timed_out;
  std::int64_t before;  // the state; -1: none
  std::int64_t now;
  auto operator<=>(const call&) const = default;
};

}  // namespace group_model_test

BOOST_HANA_ADAPT_STRUCT(group_model_test::event, key, time, value);
BOOST_HANA_ADAPT_STRUCT(group_model_test::call, key, rows, has_timed_out, before, now);

namespace group_model_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

using random_batches::start_ms;

// What the function does is in the values of its rows, or in the state where it has timed out.
template <class Timeout>
struct acting {
  void arm(auto& state, std::int64_t seconds) const {
    if constexpr (std::is_same_v<Timeout, td::group_timeout::event_time>)
      state.set_timeout_timestamp(std::max(state.current_watermark(), td::timestamp::from_millis(start_ms)) +
                                  std::chrono::seconds(seconds));
    if constexpr (std::is_same_v<Timeout, td::group_timeout::processing_time>)
      state.set_timeout_duration(std::chrono::seconds(seconds + 1));
  }
  void act(auto& state, std::int64_t what) const {
    switch (what % 6) {
      case 0:
        return state.update(state.get_or(0) + 1 + what);
      case 1:
        return state.remove();
      case 2:
        return arm(state, what % 4);
      case 3:
        return arm(state, what % 9);
      case 4:
        return state.update(what);
      default:
        return;
    }
  }
  std::vector<call> operator()(const std::string& key, auto rows, auto& state) const {
    call made{key, {}, state.has_timed_out(), state.get_or(-1), state.current_processing_time().millis()};
    if (state.has_timed_out()) act(state, state.get_or(7));
    for (const event& one : rows) {
      made.rows += std::to_string(one.value) + " ";
      act(state, one.value);
    }
    if (made.before % 11 == 3) return {};
    return {made};
  }
};

// The rules of a group's state, as they are written down.
struct model_state {
  std::optional<std::int64_t> state;
  bool timed_out;
  std::int64_t batch_ms;
  std::int64_t watermark_ms;
  bool is_removed = false;
  std::optional<std::int64_t> deadline_ms{};

  std::int64_t get_or(std::int64_t otherwise) const { return state.value_or(otherwise); }
  bool has_timed_out() const { return timed_out; }
  td::timestamp current_processing_time() const { return td::timestamp::from_millis(batch_ms); }
  td::timestamp current_watermark() const { return td::timestamp::from_millis(watermark_ms); }
  void update(std::int64_t value) { state = value, is_removed = false; }
  void remove() { state.reset(), is_removed = true; }
  void set_timeout_duration(std::chrono::milliseconds duration) { deadline_ms = batch_ms + duration.count(); }
  void set_timeout_timestamp(td::timestamp time) { deadline_ms = time.millis(); }
};

template <class Timeout>
class model {
 public:
  // One batch: its calls, sorted.
  std::vector<call> run(const std::vector<event>& rows, std::int64_t late_ms, std::int64_t evict_ms, std::int64_t time_ms) {
    constexpr bool by_watermark = std::is_same_v<Timeout, td::group_timeout::event_time>;
    dropped = 0;
    std::vector<call> calls;
    std::map<std::string, std::vector<event>> by_key;
    for (const event& one : rows)
      if (by_watermark && one.time.micros <= late_ms * 1000) ++dropped;
      else by_key[one.key].push_back(one);
    for (const auto& [key, of_key] : by_key) one_call(calls, key, of_key, false, evict_ms, time_ms);
    if (!std::is_same_v<Timeout, td::group_timeout::none>)
      for (const auto& [key, kept] : std::map(kept_)) {
        const std::int64_t threshold = by_watermark ? evict_ms : time_ms;
        if (kept.deadline_ms && *kept.deadline_ms < threshold && !by_key.contains(key))
          one_call(calls, key, {}, true, evict_ms, time_ms);
      }
    std::sort(calls.begin(), calls.end());
    return calls;
  }
  std::int64_t rows() const { return static_cast<std::int64_t>(kept_.size()); }

  std::int64_t dropped = 0;

 private:
  struct kept_key {
    std::optional<std::int64_t> state;
    std::optional<std::int64_t> deadline_ms;
  };

  void one_call(std::vector<call>& calls, const std::string& key, const std::vector<event>& rows, bool timed_out,
                std::int64_t evict_ms, std::int64_t time_ms) {
    const auto found = kept_.find(key);
    const kept_key before = found == kept_.end() ? kept_key{} : found->second;
    model_state state{before.state, timed_out, time_ms, evict_ms};
    for (const call& made : acting<Timeout>()(key, rows, state)) calls.push_back(made);
    if (state.is_removed && !state.deadline_ms) kept_.erase(key);
    else if (found != kept_.end() || state.state || state.deadline_ms || state.is_removed)
      kept_[key] = {state.state, state.deadline_ms};
  }

  std::map<std::string, kept_key> kept_;
};

template <class Timeout>
void compare(Timeout timeout, std::uint64_t seed, std::size_t partitions) {
  CAPTURE(seed, partitions, Timeout::word);
  td::testing::source<event> input;
  td::testing::driver_options<> options;
  options.start.partitions = partitions;
  td::testing::batch_driver query{
      td::read_stream(input) | td::with_watermark("time"_c, std::chrono::milliseconds(random_batches::delay_ms)) |
          td::group_by_key("key"_c) | td::flat_map_groups_with_state<std::int64_t>(td::update, timeout, acting<Timeout>()),
      td::update, options};
  model<Timeout> expected;
  random_batches::run_beside(query, input, expected,
                             {.keys = 12,
                              .most_rows = 25,
                              .values = 40,
                              .restart_one_in = 8,
                              .goes_by_clock = std::is_same_v<Timeout, td::group_timeout::processing_time>,
                              .goes_by_watermark = std::is_same_v<Timeout, td::group_timeout::event_time>},
                             seed, [](const auto& /*ran*/) {});
}

}  // namespace

TEST_CASE("groups with state do what a model of their rules does, on random rows") {
  const std::uint64_t first = 20260105;
  for (std::uint64_t seed = first; seed < first + 40; ++seed)
    for (const std::size_t partitions : random_batches::partitions) {
      compare(td::event_time_timeout, seed, partitions);
      compare(td::processing_time_timeout, seed, partitions);
      compare(td::no_timeout, seed, partitions);
    }
}

}  // namespace group_model_test
