// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where a node stands in a running plan, as the node sees it when it makes its stage.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/row/key_hash.hpp>
#include <tidemark/row/name.hpp>
#include <tidemark/runtime/output_stage.hpp>
#include <tidemark/sinks/sink.hpp>
#include <tidemark/state/state_base.hpp>
#include <tidemark/state/store.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// How the program of a plan is cut and where its state lives.
struct program_options {
  std::size_t partitions = 1;
  // The store of a step's state in a partition; null where nothing is kept beyond the run.
  std::function<std::unique_ptr<store>(std::size_t step, std::size_t partition)> open_store;
};

// What sources and sinks are opened with.
struct program_place {
  file_system& files;
  std::string sources_folder = {};  // "<checkpoint>/sources"; empty without a checkpoint
  std::string query_id = {};
  std::string query_name = {};
};

// What the program owns for its stages, at fixed addresses: by step or watermark, then by partition.
class stage_places {
 public:
  stage_places(program_options options, program_place where, std::size_t steps, std::size_t watermarks);
  stage_places(const stage_places&) = delete;
  stage_places& operator=(const stage_places&) = delete;
  ~stage_places();

  std::size_t partitions() const { return options_.partitions; }
  step_record& record(std::size_t step, std::size_t partition) { return records_[step * partitions() + partition]; }
  observed_times& observed(std::size_t watermark, std::size_t partition) {
    return observed_[watermark * partitions() + partition];
  }
  state_base& state(std::size_t step, std::size_t partition);

  template <class S>
  S& make_state(std::size_t step, std::size_t partition) {
    auto* made = new S(open_store(step, partition));
    own_state(step, partition, made);
    return *made;
  }
  template <class T, class... Args>
  T& make(Args&&... args) {
    auto* made = new T(std::forward<Args>(args)...);
    own(made, [](void* one) { delete static_cast<T*>(one); });
    return *made;
  }

  // Opens a sink for rows R.
  template <class R, class S>
  opened_sink<S, R>& open_sink(const S& sink, output mode, const std::string& label) {
    auto* made = new opened_sink<S, R>(sink, place_of_sinks(), mode, label + sink.description());
    own_sink(made);
    return *made;
  }
  // The sink of late rows with these settings, opened when the first partition asks for it. Requires: the settings lie in a
  // plan, at an address of their own.
  template <class R, class S>
  opened_sink<S, R>& sink_of_late_rows(const S& settings) {
    sink_port*& known = sink_of(&settings);
    if (known == nullptr) known = &open_sink<R>(settings, output::new_rows, "late rows: ");
    return static_cast<opened_sink<S, R>&>(*known);
  }
  std::span<sink_port* const> sinks() const { return sinks_; }

 private:
  // What is owned without its type, and how it is destroyed.
  struct owned {
    void* one;
    void (*destroy)(void*);
  };

  // What of the templates above knows no type; each takes what it is given into its ownership, also when it throws.
  std::unique_ptr<store> open_store(std::size_t step, std::size_t partition) const;
  void own_state(std::size_t step, std::size_t partition, state_base* made);
  void own_sink(sink_port* made);
  void own(void* made, void (*destroy)(void*));
  sink_place place_of_sinks();
  sink_port*& sink_of(const void* settings);  // of late rows; null: to be opened

  program_options options_;
  program_place where_;
  output_claims claims_;
  std::vector<std::unique_ptr<sink_port>> owned_sinks_;
  std::vector<sink_port*> sinks_;
  std::map<const void*, sink_port*> late_;  // by settings
  std::vector<step_record> records_;
  std::vector<std::unique_ptr<state_base>> states_;
  std::vector<observed_times> observed_;
  std::vector<owned> others_;
};

// Steps and watermarks below a node's own: what it is numbered by.
struct place_numbers {
  std::size_t step = 0;
  std::size_t watermark = 0;
};

// Given to make_stage. `mode` is the query's output mode, as a type. `columns` are the names of the columns that rows come
// with: those that the node or one above needs; of a node with two inputs, none. From it a stage takes references, never
// ownership.
template <class Mode, class Columns = name_list<>>
class place {
 public:
  using mode = Mode;
  using columns = Columns;

  place(stage_places& all, place_numbers numbers, std::size_t partition)
      : all_(&all), numbers_(numbers), partition_(partition) {}

  std::size_t partition() const { return partition_; }
  // Rows with a key of this hash belong to this partition.
  bool owns(std::uint64_t hash) const { return partition_ == partition_of(hash, all_->partitions()); }
  // Rows that have no key all belong to one partition: this one?
  bool owns_rows_without_key() const { return owns(key_hash({})); }

  // The state of this step in this partition. Asked for once.
  template <class S>
  S& state() const {
    return all_->make_state<S>(numbers_.step, partition_);
  }
  // Whatever else a stage works with and does not hold by value, which keeps the stage trivial to move and destroy.
  template <class T, class... Args>
  T& make(Args&&... args) const {
    return all_->template make<T>(std::forward<Args>(args)...);
  }
  // A stage that writes rows R to a sink beside the plan's own: late rows.
  template <class R, class S>
  auto output(const S& settings) const {
    return stage::end_in(all_->template sink_of_late_rows<R>(settings), partition_);
  }
  step_record& record() const { return all_->record(numbers_.step, partition_); }
  observed_times& observed() const { return all_->observed(numbers_.watermark, partition_); }

 private:
  stage_places* all_;
  place_numbers numbers_;
  std::size_t partition_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/place.ipp>
#endif
