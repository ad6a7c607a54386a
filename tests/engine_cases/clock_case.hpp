// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Recorded cases of processing time: the clock moves only between steps, or while the sink has a batch, and the sink may fail.

#include "engine_case.hpp"

#include <tidemark/formats/json_reader.hpp>
#include <tidemark/runtime/trigger_clock.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/collecting_sink.hpp>
#include <tidemark/testing/manual_clock.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine_cases {

// When the steps of a case are, and what happens to the sink.
class clock_schedule {
 public:
  explicit clock_schedule(const recorded_case& recorded) : settings_(td::read_json<settings>(recorded.file("case.json"))) {
    const std::string steps = recorded.file("steps.jsonl");
    for (const std::string_view line : lines_of(steps))
      times_ms_.push_back(td::get<"clock_ms">(td::read_json<step_line>(line)));
  }

  std::size_t steps() const { return times_ms_.size(); }
  std::int64_t time_ms(std::size_t step) const { return times_ms_[step]; }
  std::int64_t interval_ms() const { return td::get<"trigger_ms">(settings_).value_or(1); }
  bool sink_fails_in(std::size_t step) const {
    const auto& steps = td::get<"sink_fails_at">(settings_);
    return steps && std::find(steps->begin(), steps->end(), static_cast<std::int64_t>(step)) != steps->end();
  }
  std::int64_t sink_takes_ms(std::size_t step) const {
    const auto& times = td::get<"sink_takes_ms">(settings_);
    if (!times) return 0;
    const auto found = times->find(std::to_string(step));
    return found == times->end() ? 0 : found->second;
  }

 private:
  using settings = td::row<td::field<"trigger_ms", std::optional<std::int64_t>>,
                           td::field<"sink_fails_at", std::optional<std::vector<std::int64_t>>>,
                           td::field<"sink_takes_ms", std::optional<std::map<std::string, std::int64_t>>>>;
  using step_line = td::row<td::field<"clock_ms", std::int64_t>>;

  settings settings_;
  std::vector<std::int64_t> times_ms_;
};

// What the sink does with its next batch: copies see the same.
struct sink_behaviour {
  bool fails = false;
  std::int64_t takes_ms = 0;
  std::optional<td::testing::manual_clock> clock;
};

// Collects rows; fails, or takes its time, when it has got all rows of a batch.
template <td::Row R>
class moody_sink {
 public:
  static constexpr td::sink_capabilities capabilities = td::testing::collecting_sink<R>::capabilities;

  std::vector<R> take() { return rows_.take(); }
  sink_behaviour& next() { return *next_; }
  std::string description() const { return "MoodySink"; }

  class open_sink : public td::testing::collecting_sink<R>::open_sink {
    using base = typename td::testing::collecting_sink<R>::open_sink;

   public:
    open_sink(base rows, std::shared_ptr<sink_behaviour> next) : base(std::move(rows)), next_(std::move(next)) {}

    void prepare(td::batch_id id) {
      base::prepare(id);
      if (next_->fails) throw std::runtime_error("the sink fails");
      next_->clock->advance(std::chrono::milliseconds(std::exchange(next_->takes_ms, 0)));
    }

   private:
    std::shared_ptr<sink_behaviour> next_;
  };

  template <class Rows>
  open_sink open(const td::sink_place& place) const {
    return {rows_.template open<Rows>(place), next_};
  }

 private:
  td::testing::collecting_sink<R> rows_;
  std::shared_ptr<sink_behaviour> next_ = std::make_shared<sink_behaviour>();
};

// Runs the steps of a case and compares its batches; the text says what differs first.
template <class Driver, class S>
std::string run_by_clock(const recorded_case& recorded, case_sources& sources, Driver& driver, S sink,
                         batch_comparison& compare) {
  const clock_schedule schedule(recorded);
  td::testing::manual_clock clock = driver.clock();
  sink.next().clock = clock;
  bool is_running = true;
  std::optional<std::int64_t> due_ms;
  for (std::size_t step = 0; step < schedule.steps(); ++step) {
    clock.set_ms(schedule.time_ms(step));
    sources.feed(step);
    sink.next().fails = schedule.sink_fails_in(step);
    sink.next().takes_ms = schedule.sink_takes_ms(step);
    if (!std::exchange(is_running, true)) {
      driver.restart();
      due_ms.reset();
    }
    while (is_running && (!due_ms || *due_ms <= clock.now_ms())) {
      due_ms = td::next_due_ms(clock.now_ms(), schedule.interval_ms());
      try {
        auto ours = driver.run_batch();
        if (ours) ours->rows = sink.take();
        compare.in_step(step, ours);
      } catch (const td::error& problem) {
        if (!sink.next().fails || problem.id() != "user_function_failed") throw;
        is_running = false;
      }
    }
    if (schedule.sink_fails_in(step) || recorded.restarts_after(step)) is_running = false;
    if (!compare.is_equal()) return compare.difference_at(step);
  }
  return compare.difference_at_end();
}

// A driver of a case's query with that sink.
template <class Mode, class Stream>
auto clock_driver(Stream stream, Mode mode, moody_sink<typename Stream::row> sink, td::testing::driver_options<> options) {
  using query_type = decltype(std::move(stream) | td::write_stream(sink, mode));
  return td::testing::batch_driver<query_type>(std::move(stream) | td::write_stream(sink, mode), std::move(options));
}

// Runs a case of the clock.
template <class Mode, class MakeStream>
void run_clock_case(const std::string& name, Mode mode, MakeStream make_stream) {
  const recorded_case recorded(name);
  run_over_partitions(recorded, name, mode, [&](std::size_t partitions) {
    case_sources sources(recorded);
    auto stream = make_stream(sources);
    moody_sink<typename decltype(stream)::row> sink;
    auto driver = clock_driver(std::move(stream), mode, sink, options_of(recorded, partitions));
    batch_comparison compare(recorded);
    return run_by_clock(recorded, sources, driver, sink, compare);
  });
}

// The same for a case that ends with an error.
template <class Mode, class MakeStream>
void run_failing_clock_case(const std::string& name, Mode mode, const std::string& id, MakeStream make_stream) {
  const recorded_case recorded(name);
  run_over_partitions(recorded, name, mode, [&](std::size_t partitions) {
    case_sources sources(recorded);
    auto stream = make_stream(sources);
    moody_sink<typename decltype(stream)::row> sink;
    auto driver = clock_driver(std::move(stream), mode, sink, options_of(recorded, partitions));
    batch_comparison compare(recorded);
    return run_to_error(id, compare, [&] { return run_by_clock(recorded, sources, driver, sink, compare); });
  });
}

}  // namespace engine_cases
