// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A program without a pipeline: it adds up the event times of its rows in one state a step and partition, and does what its
// script says. Everything that outlives a run lies in the script.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/runtime/program.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace scripted {

namespace td = tidemark;

// What a source holds: event times in ms; its offset is how many of them were taken.
struct rows {
  std::vector<std::int64_t> times_ms = {};
  std::size_t most_a_batch = (std::numeric_limits<std::size_t>::max)();
  std::vector<std::string> committed = {};
};

struct output_of_batch {
  std::int64_t id = 0;
  std::vector<std::int64_t> times_ms = {};
  std::int64_t sum = 0;       // of the first state, over all partitions
  std::int64_t late_ms = 0;   // of the first step
  std::int64_t evict_ms = 0;
  std::int64_t time_ms = 0;

  friend bool operator==(const output_of_batch&, const output_of_batch&) = default;
};

// Shared between a test and the programs that it makes, one after another. Guarded by its mutex where threads are at work.
struct script {
  std::vector<rows> sources = std::vector<rows>(1);
  std::vector<td::watermark_info> watermarks = {};
  std::vector<td::step_info> steps = {};
  std::size_t partitions = 1;
  std::function<void(const std::string&)> on_call = {};  // hears of every call; may throw

  std::vector<std::string> calls = {};                         // what on_call heard
  std::map<std::int64_t, output_of_batch> visible = {};        // by batch
  std::map<std::size_t, std::map<std::int64_t, std::int64_t>> images = {};  // by state, by version
  std::mutex mutex = {};

  void add(std::size_t source, std::vector<std::int64_t> times_ms) {
    const std::lock_guard lock(mutex);
    auto& held = sources[source].times_ms;
    held.insert(held.end(), times_ms.begin(), times_ms.end());
  }

  void say(const std::string& call) {
    {
      const std::lock_guard lock(mutex);
      calls.push_back(call);
    }
    if (on_call) on_call(call);
  }

  std::vector<output_of_batch> outputs() {
    const std::lock_guard lock(mutex);
    std::vector<output_of_batch> all;
    for (const auto& [id, output] : visible) all.push_back(output);
    return all;
  }
};

class source final : public td::source_port {
 public:
  source(script& told, std::size_t number) : script_(told), number_(number) {}

  std::string description() const override { return "Scripted[" + std::to_string(number_) + "]"; }

  std::optional<td::source_offset> latest_offset(const std::optional<td::source_offset>& start, std::int64_t /*now_ms*/,
                                                 td::read_limit limit) override {
    if (script_.on_call) script_.on_call("latest_offset " + std::to_string(number_));
    const std::lock_guard lock(script_.mutex);
    const rows& held = script_.sources[number_];
    const std::size_t there = (std::min)(held.times_ms.size(), frozen_at_);
    if (there == 0) return std::nullopt;
    const std::size_t begin = start ? std::stoul(*start) : 0;
    const std::size_t most = limit == td::read_limit::none ? there - begin : held.most_a_batch;
    return std::to_string(begin + (std::min)(most, there - begin));
  }
  void freeze(std::int64_t /*now_ms*/) override {
    const std::lock_guard lock(script_.mutex);
    frozen_at_ = script_.sources[number_].times_ms.size();
  }
  void commit(const td::source_offset& end) override {
    const std::lock_guard lock(script_.mutex);
    script_.sources[number_].committed.push_back(end);
  }
  void interrupt() override {
    if (script_.on_call) script_.on_call("interrupt");
  }

 private:
  script& script_;
  std::size_t number_;
  std::size_t frozen_at_ = (std::numeric_limits<std::size_t>::max)();
};

class sink final : public td::sink_port {
 public:
  explicit sink(script& told) : script_(told) {}

  std::string description() const override { return "ScriptedSink"; }
  void begin(td::batch_id id) override {
    script_.say("sink.begin " + std::to_string(id));
    pending = {.id = id};
  }
  void prepare(td::batch_id id) override { script_.say("sink.prepare " + std::to_string(id)); }
  void commit(td::batch_id id) override {
    script_.say("sink.commit " + std::to_string(id));
    const std::lock_guard lock(script_.mutex);
    const auto [first, is_new] = script_.visible.emplace(id, pending);
    if (!is_new && first->second != pending)
      throw std::logic_error("batch " + std::to_string(id) + " came again with other rows");
  }
  std::int64_t output_rows() const override { return static_cast<std::int64_t>(pending.times_ms.size()); }

  output_of_batch pending;

 private:
  script& script_;
};

// The sum of what was added, with an image for each version in the script.
class state final : public td::state_base {
 public:
  state(script& told, std::size_t number) : script_(told), number_(number) {}

  void load(std::int64_t version) override {
    script_.say("state.load " + std::to_string(version));
    const std::lock_guard lock(script_.mutex);
    auto& image = script_.images[number_];
    if (version != 0 && !image.contains(version)) throw std::logic_error("version " + std::to_string(version) + " is missing");
    sum = version == 0 ? 0 : image.at(version);
    image.erase(image.upper_bound(version), image.end());
  }
  void prepare(std::int64_t version) override {
    script_.say("state.prepare " + std::to_string(version));
    const std::lock_guard lock(script_.mutex);
    script_.images[number_][version] = sum;
  }
  void commit() override { script_.say("state.commit"); }
  void purge(std::int64_t oldest) override {
    const std::lock_guard lock(script_.mutex);
    auto& image = script_.images[number_];
    image.erase(image.begin(), image.lower_bound(oldest));
  }
  std::int64_t rows() const override { return sum == 0 ? 0 : 1; }
  std::int64_t bytes_of_memory() const override { return 8; }

  std::int64_t sum = 0;

 private:
  script& script_;
  std::size_t number_;
};

class program final : public td::program {
 public:
  explicit program(script& told)
      : script_(told),
        sink_(told),
        records_(told.steps.size() * told.partitions),
        observed_(told.watermarks.size() * told.partitions) {
    for (std::size_t i = 0; i < told.steps.size(); ++i) told.steps[i].position = told.steps.size() - 1 - i;
    for (std::size_t i = 0; i < told.sources.size(); ++i) sources_.push_back(std::make_unique<source>(told, i));
    for (const auto& made : sources_) ports_.push_back(made.get());
    for (std::size_t i = 0; i < records_.size(); ++i) states_.push_back(std::make_unique<class state>(told, i));
    input_rows_.resize(sources_.size());
    malformed_rows_.resize(sources_.size());
  }

  std::size_t partitions() const override { return script_.partitions; }
  std::span<td::source_port* const> sources() const override { return ports_; }
  std::span<td::sink_port* const> sinks() const override { return sink_ports_; }
  std::span<const td::step_info> steps() const override { return script_.steps; }
  td::step_record& record(std::size_t step, std::size_t partition) override {
    return records_[step * script_.partitions + partition];
  }
  td::state_base& state(std::size_t step, std::size_t partition) override {
    return *states_[step * script_.partitions + partition];
  }
  std::span<const td::watermark_info> watermarks() const override { return script_.watermarks; }
  td::observed_times& observed(std::size_t watermark, std::size_t partition) override {
    return observed_[watermark * script_.partitions + partition];
  }
  std::vector<std::int64_t> step_watermarks(std::int64_t global_ms) const override {
    return std::vector<std::int64_t>(script_.steps.size(), global_ms);
  }
  td::state_schema schema() const override { return {}; }

  // Watermark node i, if there is one, sees source i; rows go to partitions in turn and to every step.
  void run(const td::batch_info& batch, std::span<const td::source_range> ranges, td::workers& threads) override {
    script_.say("run " + std::to_string(batch.id));
    output_of_batch& output = sink_.pending;
    output.time_ms = batch.time_ms;
    if (!records_.empty()) output.late_ms = records_[0].late_ms;
    if (!records_.empty()) output.evict_ms = records_[0].evict_ms;
    std::vector<std::vector<std::int64_t>> of_partition(script_.partitions);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      input_rows_[i] = 0;
      if (!ranges[i].end) continue;
      const std::lock_guard lock(script_.mutex);
      for (std::size_t at = ranges[i].start ? std::stoul(*ranges[i].start) : 0; at < std::stoul(*ranges[i].end); ++at) {
        const std::int64_t time_ms = script_.sources[i].times_ms[at];
        ++input_rows_[i];
        output.times_ms.push_back(time_ms);
        of_partition[at % script_.partitions].push_back(time_ms);
        if (i < script_.watermarks.size()) observe(i, at % script_.partitions, time_ms);
      }
    }
    threads.for_each(script_.partitions, [&](std::size_t partition) {
      for (std::size_t step = 0; step < script_.steps.size(); ++step) {
        auto& updated = *states_[step * script_.partitions + partition];
        for (const std::int64_t time_ms : of_partition[partition]) updated.sum += time_ms;
        record(step, partition).rows_updated = static_cast<std::int64_t>(of_partition[partition].size());
      }
    });
    for (std::size_t partition = 0; partition < script_.partitions && !states_.empty(); ++partition)
      output.sum += states_[partition]->sum;
  }

  std::span<const std::int64_t> input_rows() const override { return input_rows_; }
  std::span<const std::int64_t> malformed_rows() const override { return malformed_rows_; }

 private:
  void observe(std::size_t node, std::size_t partition, std::int64_t time_ms) {
    auto& seen = observed(node, partition);
    if (time_ms * 1000 > seen.limit) {
      ++seen.rows_beyond;
      return;
    }
    ++seen.rows;
    seen.least = (std::min)(seen.least, time_ms * 1000);
    seen.greatest = (std::max)(seen.greatest, time_ms * 1000);
    seen.sum += time_ms * 1000;
  }

  script& script_;
  class sink sink_;
  std::array<td::sink_port*, 1> sink_ports_{&sink_};
  std::vector<std::unique_ptr<source>> sources_;
  std::vector<td::source_port*> ports_;
  std::vector<std::unique_ptr<class state>> states_;
  std::vector<td::step_record> records_;
  std::vector<td::observed_times> observed_;
  std::vector<std::int64_t> input_rows_;
  std::vector<std::int64_t> malformed_rows_;
};

// Steps for scripts.
inline td::step_info aggregation() {
  return {.name = "stateStoreSave", .reacts_to_watermark = true, .wants_every_batch = false};
}
inline td::step_info timed_by_clock() {
  return {.name = "flatMapGroupsWithState", .reacts_to_watermark = false, .wants_every_batch = true};
}

}  // namespace scripted
