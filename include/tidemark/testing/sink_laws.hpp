// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every sink must obey, tried over some batches, failed attempts and restarts. Free of any test framework.

#include <tidemark/row/row.hpp>
#include <tidemark/sinks/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

namespace testing::sink_law {

// What flows may be a view with the columns of `R` instead of an `R`.
template <Row R>
struct view_of {
  const R& row;
};

}  // namespace testing::sink_law

template <class R>
struct row_traits<testing::sink_law::view_of<R>> {
  using fields = fields_of<R>;

  template <name Name>
  static constexpr decltype(auto) get(const testing::sink_law::view_of<R>& view) {
    return tidemark::get<Name>(view.row);
  }
};

namespace testing::sink_law {

// One query's use of a sink, beside what must be seen of it.
template <Row R, Sink<R> S>
class history {
 public:
  using rows = std::vector<R>;
  using open_sink = decltype(std::declval<const S&>().template open<R>(std::declval<const sink_place&>()));
  static constexpr bool counts_once = sink_capabilities(S::capabilities).once_per_batch_id;

  history(const S& sink, const sink_place& place, rows sample, const std::function<rows()>& visible)
      : sink_(sink), place_(place), sample_(std::move(sample)), visible_(visible) {
    restart();
  }

  void restart() {
    open_.reset();
    open_.emplace(sink_.template open<R>(place_));
    writers_.clear();
    for (std::size_t p = 0; p < place_.partitions; ++p) writers_.push_back(&open_->writer(p));
  }

  // Begins a batch and writes `count` rows, the first partition the first ones.
  const char* broken_by_writing(batch_id id, std::size_t count, output mode = output::new_rows) {
    open_->begin(id, mode);
    written_.clear();
    for (std::size_t p = 0; p < place_.partitions; ++p) {
      if (&open_->writer(p) != writers_[p]) return "a writer stays at its address";
      for (std::size_t i = count * p / place_.partitions; i < count * (p + 1) / place_.partitions; ++i) {
        const R& one = sample_[i % sample_.size()];
        if (i % 2 == 0) open_->writer(p).write(one);
        else open_->writer(p).write(view_of<R>{one});
        written_.push_back(one);
      }
    }
    return nullptr;
  }
  const char* broken_by_prepare(batch_id id) {
    open_->prepare(id);
    if (counts_once) return sees("a batch that is prepared but not committed is not seen");
    expected_.insert(expected_.end(), written_.begin(), written_.end());
    return nullptr;
  }
  const char* broken_by_commit(batch_id id, bool is_new = true, output mode = output::new_rows) {
    open_->commit(id);
    if (const auto count = open_->output_rows(); count != -1 && count != static_cast<std::int64_t>(written_.size()))
      return "the rows of a batch are counted, or it is said that they are not";
    if (counts_once && is_new && mode == output::whole_result) expected_.clear();
    if (counts_once && is_new) expected_.insert(expected_.end(), written_.begin(), written_.end());
    if (!is_new) return sees("a batch that is given again under its id has no second effect");
    return sees("the rows of committed batches are seen, in the order of batches and partitions");
  }
  const char* broken_by_batch(batch_id id, std::size_t count, bool is_new = true, output mode = output::new_rows) {
    if (const char* broken = broken_by_writing(id, count, mode)) return broken;
    if (const char* broken = broken_by_prepare(id)) return broken;
    return broken_by_commit(id, is_new, mode);
  }
  const char* sees(const char* law) const { return !visible_ || visible_() == expected_ ? nullptr : law; }

 private:
  const S& sink_;
  sink_place place_;
  rows sample_;
  const std::function<rows()>& visible_;
  std::optional<open_sink> open_;
  std::vector<const void*> writers_;
  rows written_;
  rows expected_;
};

template <Row R, Sink<R> S>
const char* broken_law(history<R, S>& run) {
  constexpr sink_capabilities can = S::capabilities;
  if (const char* broken = run.broken_by_batch(0, 5)) return broken;
  if (const char* broken = run.broken_by_commit(0, false)) return broken;
  if (const char* broken = run.broken_by_batch(1, 0)) return broken;

  if (const char* broken = run.broken_by_writing(2, 3)) return broken;
  run.restart();
  if (const char* broken = run.sees("what is written but not prepared is not seen after a crash")) return broken;
  if (const char* broken = run.broken_by_writing(2, 7)) return broken;
  if (const char* broken = run.broken_by_prepare(2)) return broken;
  run.restart();
  if (const char* broken = run.broken_by_batch(2, 7)) return broken;
  run.restart();
  if (const char* broken = run.broken_by_batch(2, 7, !can.once_per_batch_id)) return broken;
  for (batch_id id = 3; id < 25; ++id) {
    if (const char* broken = run.broken_by_batch(id, static_cast<std::size_t>(id % 4))) return broken;
    if (id % 10 == 9) run.restart();
  }
  if (!can.complete || !can.once_per_batch_id) return nullptr;
  if (const char* broken = run.broken_by_batch(25, 4, true, output::whole_result)) return broken;
  return run.broken_by_batch(26, 2, true, output::whole_result);
}

}  // namespace testing::sink_law

namespace testing {

// The first law that a sink breaks, or nullopt: it kept all. `place` is empty at first; `sample` are some rows to write, all
// different; `visible` gives what a reader of the sink's output sees, in order, or is empty where nobody can see it.
template <Row R, Sink<R> S>
std::optional<std::string> broken_sink_law(const S& sink, const sink_place& place, std::vector<R> sample,
                                           const std::function<std::vector<R>()>& visible) {
  try {
    sink_law::history<R, S> run(sink, place, std::move(sample), visible);
    if (const char* broken = sink_law::broken_law(run)) return "\"" + std::string(broken) + "\" does not hold";
    return std::nullopt;
  } catch (const std::exception& problem) {
    return "it throws \"" + std::string(problem.what()) + "\"";
  }
}

}  // namespace testing

}  // namespace tidemark
