// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Stateful processors against a model of their rules, on random rows, clocks and restarts. The model keeps everything in maps
// and looks at all of it in every batch.

#include "catch2_any_version.hpp"
#include "operators/random_batches.hpp"

#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/transform_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace processor_model_test {

namespace td = tidemark;
using namespace std::chrono_literals;

struct event {
  std::string key;
  td::timestamp time;
  std::int64_t value;
};
struct call {
  std::string key;
  std::int64_t fired_ms;  // 0: rows
  std::string seen;       // before and after
  auto operator<=>(const call&) const = default;
};

using random_batches::start_ms;

// Everything that a processor can do, chosen by the number.
void act(auto& value, auto& list, auto& map, auto& timers, std::int64_t what, std::int64_t now_ms) {
  const auto at = [&](std::int64_t seconds) { return td::timestamp::from_millis(now_ms + seconds * 1'000); };
  constexpr bool has_timers = std::remove_cvref_t<decltype(timers)>::has_timers;
  switch (what % 12) {
    case 0:
      return value.update(what);
    case 1:
      return value.clear();
    case 2:
    case 3:
      return list.append(what + value.get_or(0));
    case 4:
      return what % 5 == 0 ? list.clear() : list.put(std::vector<std::int64_t>{what, 1});
    case 5:
    case 6:
      return map.update("m" + std::to_string(what % 7), map.get_or("m" + std::to_string(what % 7), 0) + 1);
    case 7:
      return map.remove("m" + std::to_string(what % 7));
    case 8:
      return what % 5 == 0 ? map.clear() : value.update(static_cast<std::int64_t>(list.get().size()));
    case 9:
    case 10:
      if constexpr (has_timers) timers.add(at(what % 9 - 2));
      return;
    default:
      if constexpr (has_timers) timers.remove(at(what % 5 - 1));
  }
}

std::string text_of(const auto& value, const auto& list, const auto& map, const auto& timers) {
  std::string text = value.exists() ? "value " + std::to_string(value.get_or(-1)) : "no value";
  text += list.exists() ? ", list" : ", no list";
  for (const std::int64_t one : list.get()) text += " " + std::to_string(one);
  std::map<std::string, std::int64_t> sorted;
  map.for_each([&](const std::string& key, std::int64_t of) { sorted[key] = of; });
  text += map.exists() ? ", map" : ", no map";
  for (const auto& [key, of] : sorted) text += " " + key + ":" + std::to_string(of);
  text += ", timers";
  if constexpr (std::remove_cvref_t<decltype(timers)>::has_timers)
    for (const td::timestamp time : timers.list()) text += " " + std::to_string(time.millis() - start_ms);
  return text;
}

template <class Mode>
inline constexpr bool by_clock = std::is_same_v<Mode, td::time_mode::processing_time>;
template <class Mode>
inline constexpr bool by_watermark = std::is_same_v<Mode, td::time_mode::event_time>;

// The two lives are different, and so is each variable's time of removal.
template <class Mode>
inline constexpr td::lifespan short_life = by_clock<Mode> ? td::lifespan(5s) : td::forever;
template <class Mode>
inline constexpr td::lifespan long_life = by_clock<Mode> ? td::lifespan(9s) : td::forever;

// The time by which timers go.
template <class Mode>
std::int64_t now_of(const auto& timers) {
  return by_watermark<Mode> ? std::max(timers.current_watermark().millis(), start_ms - 20'000)
                            : timers.current_processing_time().millis();
}

template <class Mode, class Timers>
struct timers_of_call {
  static constexpr bool has_timers = !std::is_same_v<Mode, td::time_mode::none>;
  Timers* timers;

  void add(td::timestamp time) { timers->register_timer(time); }
  void remove(td::timestamp time) { timers->delete_timer(time); }
  auto list() const { return timers->list_timers(); }
};

template <class Mode>
struct acting {
  td::value_state<std::int64_t, short_life<Mode>> value;
  td::list_state<std::int64_t, long_life<Mode>> list;
  td::map_state<std::string, std::int64_t, short_life<Mode>> map;
  td::value_state<std::int64_t> calls;

  std::array<call, 1> handle_rows(const std::string& key, auto rows, auto& timers) {
    timers_of_call<Mode, std::remove_cvref_t<decltype(timers)>> of_call{&timers};
    call made{key, 0, text_of(value, list, map, of_call)};
    for (const event& one : rows) act(value, list, map, of_call, one.value, now_of<Mode>(timers));
    return finished(made, of_call);
  }
  std::array<call, 1> handle_timer(const std::string& key, auto& timers, td::timestamp time) {
    timers_of_call<Mode, std::remove_cvref_t<decltype(timers)>> of_call{&timers};
    call made{key, time.millis(), text_of(value, list, map, of_call)};
    act(value, list, map, of_call, time.millis() / 500 + calls.get_or(0), now_of<Mode>(timers));
    return finished(made, of_call);
  }

 private:
  std::array<call, 1> finished(call made, const auto& timers) {
    if (calls.get_or(0) > 6) calls.clear();
    else calls.update(calls.get_or(0) + 1);
    made.seen += " -> " + text_of(value, list, map, timers);
    return {made};
  }
};

}  // namespace processor_model_test

BOOST_HANA_ADAPT_STRUCT(processor_model_test::event, key, time, value);
BOOST_HANA_ADAPT_STRUCT(processor_model_test::call, key, fired_ms, seen);
BOOST_HANA_ADAPT_STRUCT(processor_model_test::acting<tidemark::time_mode::none>, value, list, map, calls);
BOOST_HANA_ADAPT_STRUCT(processor_model_test::acting<tidemark::time_mode::processing_time>, value, list, map, calls);
BOOST_HANA_ADAPT_STRUCT(processor_model_test::acting<tidemark::time_mode::event_time>, value, list, map, calls);

namespace processor_model_test {
namespace {

using namespace td::literals;

// What is remembered of one key, and the rules as they are written down. Times in ms.
struct counts {
  std::int64_t updated = 0;
  std::int64_t removed = 0;
};
struct lasting {
  std::int64_t value;
  std::int64_t expires;
};
struct remembered {
  std::optional<lasting> value;
  std::vector<lasting> list;
  std::map<std::string, lasting> map;
  std::optional<std::int64_t> calls;
  std::set<std::int64_t> timers;

  std::int64_t rows() const {
    return static_cast<std::int64_t>(value.has_value() + !list.empty() + map.size() + calls.has_value());
  }
};

template <class Mode>
struct model_call {
  remembered& of;
  counts& counted;
  std::int64_t now;

  struct value_type {
    model_call& in;
    bool exists() const { return in.of.value && in.of.value->expires > in.now; }
    std::int64_t get_or(std::int64_t otherwise) const { return exists() ? in.of.value->value : otherwise; }
    void update(std::int64_t value) {
      in.of.value = lasting{value, in.after(short_life<Mode>)};
      ++in.counted.updated;
    }
    void clear() {
      in.counted.removed += in.of.value.has_value();
      in.of.value.reset();
    }
  };
  struct list_type {
    model_call& in;
    std::vector<std::int64_t> get() const {
      std::vector<std::int64_t> values;
      for (const lasting& one : in.of.list)
        if (one.expires > in.now) values.push_back(one.value);
      return values;
    }
    bool exists() const { return !get().empty(); }
    void append(std::int64_t value) {
      in.of.list.push_back({value, in.after(long_life<Mode>)});
      ++in.counted.updated;
    }
    void put(const std::vector<std::int64_t>& values) {
      in.of.list.clear();
      for (const std::int64_t value : values) append(value);
    }
    void clear() {
      in.counted.removed += static_cast<std::int64_t>(in.of.list.size());
      in.of.list.clear();
    }
  };
  struct map_type {
    model_call& in;
    void for_each(auto&& f) const {
      for (const auto& [key, one] : in.of.map)
        if (one.expires > in.now) f(key, one.value);
    }
    bool exists() const {
      return std::any_of(in.of.map.begin(), in.of.map.end(), [&](const auto& one) { return one.second.expires > in.now; });
    }
    std::int64_t get_or(const std::string& key, std::int64_t otherwise) const {
      const auto found = in.of.map.find(key);
      return found != in.of.map.end() && found->second.expires > in.now ? found->second.value : otherwise;
    }
    void update(const std::string& key, std::int64_t value) {
      in.of.map[key] = {value, in.after(short_life<Mode>)};
      ++in.counted.updated;
    }
    void remove(const std::string& key) {
      in.of.map.erase(key);
      ++in.counted.removed;
    }
    void clear() {
      in.counted.removed += static_cast<std::int64_t>(in.of.map.size());
      in.of.map.clear();
    }
  };
  struct timers_type {
    static constexpr bool has_timers = !std::is_same_v<Mode, td::time_mode::none>;
    model_call& in;
    void add(td::timestamp time) { in.of.timers.insert(time.millis()); }
    void remove(td::timestamp time) { in.of.timers.erase(time.millis()); }
    std::vector<td::timestamp> list() const {
      std::vector<td::timestamp> times;
      for (const std::int64_t time : in.of.timers) times.push_back(td::timestamp::from_millis(time));
      return times;
    }
  };

  std::int64_t after(td::lifespan life) const { return life.ends() ? now + life.millis : td::no_deadline; }

  // Does what the processor does.
  call made(const std::string& key, std::int64_t fired_ms, const std::vector<std::int64_t>& what, std::int64_t timers_now) {
    value_type value{*this};
    list_type list{*this};
    map_type map{*this};
    timers_type timers{*this};
    call one{key, fired_ms, text_of(value, list, map, timers)};
    for (const std::int64_t each : what) act(value, list, map, timers, each, timers_now);
    if (of.calls.value_or(0) > 6) {
      ++counted.removed;
      of.calls.reset();
    } else {
      ++counted.updated;
      of.calls = of.calls.value_or(0) + 1;
    }
    one.seen += " -> " + text_of(value, list, map, timers);
    return one;
  }
};

template <class Mode>
class model {
 public:
  // One batch: its calls, sorted.
  std::vector<call> run(const std::vector<event>& rows, std::int64_t late_ms, std::int64_t evict_ms, std::int64_t time_ms) {
    dropped = 0;
    counted = {};
    std::vector<call> calls;
    const std::int64_t timers_now = by_watermark<Mode> ? std::max(evict_ms, start_ms - 20'000) : time_ms;
    std::map<std::string, std::vector<std::int64_t>> by_key;
    for (const event& one : rows)
      if (by_watermark<Mode> && one.time.micros <= late_ms * 1000) ++dropped;
      else by_key[one.key].push_back(one.value);
    for (const auto& [key, values] : by_key)
      calls.push_back(model_call<Mode>{kept_[key], counted, time_ms}.made(key, 0, values, timers_now));
    std::set<std::pair<std::int64_t, std::string>> due;
    for (const auto& [key, of] : kept_)
      for (const std::int64_t time : of.timers)
        if (time <= (by_watermark<Mode> ? evict_ms : time_ms)) due.insert({time, key});
    for (const auto& [time, key] : due) {
      remembered& of = kept_[key];
      calls.push_back(model_call<Mode>{of, counted, time_ms}.made(key, time, {time / 500 + of.calls.value_or(0)}, timers_now));
      of.timers.erase(time);
    }
    for (auto& [key, of] : kept_) expire(of, time_ms);
    std::sort(calls.begin(), calls.end());
    return calls;
  }
  std::int64_t rows() const {
    std::int64_t rows = 0;
    for (const auto& [key, of] : kept_) rows += of.rows();
    return rows;
  }

  std::int64_t dropped = 0;
  counts counted;

 private:
  void expire(remembered& of, std::int64_t now) {
    const auto is_past = [&](const lasting& one) { return one.expires <= now; };
    if (of.value && is_past(*of.value)) {
      of.value.reset();
      ++counted.removed;
    }
    counted.removed += static_cast<std::int64_t>(std::erase_if(of.list, is_past));
    counted.removed += static_cast<std::int64_t>(std::erase_if(of.map, [&](const auto& one) { return is_past(one.second); }));
  }

  std::map<std::string, remembered> kept_;
};

template <class Mode>
void compare(Mode mode, std::uint64_t seed, std::size_t partitions) {
  CAPTURE(seed, partitions, Mode::word);
  td::testing::source<event> input;
  td::testing::driver_options<> options;
  options.start.partitions = partitions;
  td::testing::batch_driver query{td::read_stream(input) |
                                      td::with_watermark("time"_c, std::chrono::milliseconds(random_batches::delay_ms)) |
                                      td::group_by_key("key"_c) | td::transform_with_state(acting<Mode>(), mode),
                                  td::update, options};
  model<Mode> expected;
  random_batches::run_beside(query, input, expected,
                             {.keys = 9,
                              .most_rows = 30,
                              .values = 70,
                              .restart_one_in = 6,
                              .goes_by_clock = by_clock<Mode>,
                              .goes_by_watermark = true},
                             seed, [&](const auto& ran) {
                               if (partitions == 1)
                                 CHECK(std::is_sorted(ran.rows.begin(), ran.rows.end(),
                                                      [](const call& a, const call& b) { return a.fired_ms < b.fired_ms; }));
                               CHECK(ran.state.at(0).num_rows_updated == expected.counted.updated);
                               CHECK(ran.state.at(0).num_rows_removed == expected.counted.removed);
                             });
}

}  // namespace

TEST_CASE("stateful processors do what a model of their rules does, on random rows") {
  const std::uint64_t first = 20260105;
  for (std::uint64_t seed = first; seed < first + 30; ++seed)
    for (const std::size_t partitions : random_batches::partitions) {
      compare(td::event_time_mode, seed, partitions);
      compare(td::processing_time_mode, seed, partitions);
      compare(td::no_time, seed, partitions);
    }
}

}  // namespace processor_model_test
