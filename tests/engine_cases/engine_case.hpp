// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A recorded case of the real engine: its input step by step, and what the engine made of it batch by batch. A test writes the
// case's query in tidemark; the case drives it over 1, 2 and 5 partitions and compares every batch.

#include "recorded.hpp"

#include <tidemark/operators/read.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace engine_cases {

namespace td = tidemark;

// One value as the engine gave it against ours: doubles to 1e-9 of their size, everything else exact.
template <class T>
bool is_same_value(const T& ours, const T& theirs) {
  if constexpr (std::floating_point<T>) {
    if (std::isnan(ours) || std::isnan(theirs)) return std::isnan(ours) && std::isnan(theirs);
    if (std::isinf(ours) || std::isinf(theirs)) return ours == theirs;
    return std::abs(ours - theirs) <= 1e-9 * std::max({std::abs(ours), std::abs(theirs), T{1e-300}});
  } else if constexpr (td::is_nullable<T>) {
    return ours.has_value() == theirs.has_value() && (!ours.has_value() || is_same_value(*ours, *theirs));
  } else {
    return ours == theirs;
  }
}

template <td::Row R>
bool is_same_row(const R& ours, const R& theirs) {
  return [&]<class... Fields>(td::field_list<Fields...>) {
    return (is_same_value(td::get<Fields::key>(ours), td::get<Fields::key>(theirs)) && ...);
  }(td::fields_of<R>{});
}

// Our rows and the engine's are the same, in any order unless it counts.
template <td::Row R>
bool are_same_rows(const std::vector<R>& ours, std::vector<R> theirs, bool in_order) {
  if (ours.size() != theirs.size()) return false;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    auto found = theirs.begin();
    if (in_order) {
      if (!is_same_row(ours[i], *found)) return false;
    } else {
      while (found != theirs.end() && !is_same_row(ours[i], *found)) ++found;
      if (found == theirs.end()) return false;
    }
    theirs.erase(found);
  }
  return true;
}

// The sources of one run of a case: what a plan reads from, and what each step adds.
class case_sources {
 public:
  explicit case_sources(const recorded_case& recorded) : recorded_(&recorded) {}

  // The stream of this source, with records R whose members are the source's columns.
  template <td::Row R>
  auto stream(const std::string& name) {
    td::testing::source<R> made;
    const bool adds_empty = recorded_->is_drain();
    feeds_.push_back([made, name, adds_empty, recorded = recorded_](std::size_t step) mutable {
      std::vector<R> rows = recorded->template input<R>(name, step);
      if (rows.empty() && !adds_empty) return;
      made.add_batch(std::move(rows));
    });
    return td::read_stream(made);
  }
  // The static table of this name.
  template <td::Row R>
  auto table(const std::string& name) const {
    return td::read(recorded_->template table<R>(name));
  }

  void feed(std::size_t step) {
    for (auto& one : feeds_) one(step);
  }

 private:
  const recorded_case* recorded_;
  std::vector<std::function<void(std::size_t)>> feeds_;
};

// What differs between a recorded batch and ours.
template <td::Row R>
std::string difference_in(const recorded_case& recorded, const recorded_batch& theirs,
                          const td::testing::batch_result<R>& ours) {
  const std::string where = "batch " + std::to_string(theirs.batch()) + ": ";
  const auto number = [&](const std::string& what, std::int64_t is, std::int64_t should_be) {
    return is == should_be ? std::string() : where + what + " is " + std::to_string(is) + ", was " + std::to_string(should_be);
  };
  std::vector<std::string> differences{number("the batch id", ours.id, theirs.batch()),
                                       number("the watermark", ours.watermark, theirs.watermark_ms()),
                                       number("the number of input rows", ours.input_rows, theirs.input_rows()),
                                       number("the number of stateful steps", static_cast<std::int64_t>(ours.state.size()),
                                              static_cast<std::int64_t>(theirs.state().size()))};
  for (std::size_t i = 0; i < theirs.state().size() && i < ours.state.size(); ++i) {
    const recorded_step& step = theirs.state()[i];
    const std::string of_step = " of step " + std::to_string(i);
    differences.push_back(number("the total" + of_step, ours.state[i].num_rows_total, td::get<"total">(step)));
    differences.push_back(number("the updated rows" + of_step, ours.state[i].num_rows_updated, td::get<"updated">(step)));
    differences.push_back(number("the removed rows" + of_step, ours.state[i].num_rows_removed, td::get<"removed">(step)));
    differences.push_back(
        number("the late rows" + of_step, ours.state[i].num_rows_dropped_by_watermark, td::get<"dropped_by_watermark">(step)));
    if (const auto& duplicates = td::get<"dropped_duplicates">(step))
      differences.push_back(number("the number of duplicates" + of_step,
                                   ours.state[i].custom_metrics.at("numDroppedDuplicateRows"), *duplicates));
  }
  const auto rows = theirs.template rows<R>();
  if (recorded.has_rows_of_partitions())
    differences.push_back(
        number("the number of rows", static_cast<std::int64_t>(ours.rows.size()), static_cast<std::int64_t>(rows.size())));
  for (const std::string& one : differences)
    if (!one.empty()) return one;
  if (recorded.has_rows_of_partitions() || are_same_rows(ours.rows, rows, recorded.is_ordered())) return {};
  std::string text = where + "rows are";
  for (const R& one : ours.rows) td::write_json(text += "\n  ", one);
  return text + "\nwere\n  " + theirs.rows_text();
}

// In this batch the first step has other counts than the engine's: a departure that the documentation names.
struct counts_instead {
  std::size_t batch;
  std::int64_t total;
  std::int64_t removed;
};

// Compares the batches of one run with the recorded ones, one by one.
class batch_comparison {
 public:
  explicit batch_comparison(const recorded_case& recorded) : recorded_(&recorded) {}

  // True if there was a batch.
  template <td::Row R>
  bool operator()(const std::optional<td::testing::batch_result<R>>& ours) {
    if (!ours || !difference_.empty()) return ours.has_value();
    if (next_ == recorded_->batches().size())
      difference_ = "batch " + std::to_string(ours->id) + " ran, which the engine did not run";
    else difference_ = difference_in(*recorded_, recorded_->batches()[next_++], *ours);
    return true;
  }
  // The same for a batch of this step.
  template <td::Row R>
  bool in_step(std::size_t step, const std::optional<td::testing::batch_result<R>>& ours) {
    if (!(*this)(ours) || !difference_.empty()) return ours.has_value();
    const auto recorded = recorded_->batches()[next_ - 1].step();
    if (recorded != static_cast<std::int64_t>(step))
      difference_ =
          "batch " + std::to_string(ours->id) + " ran, which the engine ran in step " + std::to_string(recorded.value_or(-1));
    return true;
  }

  bool is_equal() const { return difference_.empty(); }
  // What differs first, empty if nothing does.
  std::string difference_at(std::size_t step) const { return "step " + std::to_string(step) + ": " + difference_; }
  std::string difference_at_end() const {
    if (is_equal() && next_ < recorded_->batches().size()) return "batch " + std::to_string(next_) + " did not run";
    return difference_;
  }

 private:
  const recorded_case* recorded_;
  std::size_t next_ = 0;
  std::string difference_;
};

// Runs a case that is no case of the clock, and compares its batches; the text says what differs first.
template <class Driver>
std::string run_and_compare(const recorded_case& recorded, case_sources& sources, Driver& driver, batch_comparison& compare) {
  for (std::size_t step = 0; step < recorded.steps(); ++step) {
    sources.feed(step);
    if (recorded.is_drain()) {
      compare(driver.run_batch());
      const bool run_ends = recorded.restarts_after(step) || step + 1 == recorded.steps();
      while (run_ends && compare(driver.run_batch())) {
      }
    } else {
      while (compare(driver.run_batch())) {
      }
    }
    if (recorded.restarts_after(step)) driver.restart();
    if (!compare.is_equal()) return compare.difference_at(step);
  }
  return compare.difference_at_end();
}

// The options that a case is run with.
inline td::testing::driver_options<> options_of(const recorded_case& recorded, std::size_t partitions) {
  td::testing::driver_options<> options;
  options.start.partitions = partitions;
  options.start.no_data_batches = recorded.has_no_data_batches();
  options.start.watermark_policy = recorded.has_max_policy() ? td::watermark_policy::max : td::watermark_policy::min;
  return options;
}

// Calls run(partitions), which gives what differs, for each number of partitions, and notes the result.
template <class Mode, class Run>
void run_over_partitions(const recorded_case& recorded, const std::string& name, Mode /*mode*/, Run run) {
  std::string differences;
  if (recorded.output_mode() != Mode::word) differences += "the recorded output mode is " + recorded.output_mode() + "\n";
  for (const std::size_t partitions : recorded.partitions()) {
    const std::string difference = run(partitions);
    if (!difference.empty()) differences += "with " + std::to_string(partitions) + " partitions, " + difference + "\n";
  }
  note_result(name, differences);
}

// Runs a case: `make_stream(sources)` writes its query, `mode` is its output mode.
template <class Mode, class MakeStream>
void run_case(const std::string& name, Mode mode, MakeStream make_stream, const std::vector<counts_instead>& departures = {}) {
  recorded_case recorded(name);
  for (const counts_instead& one : departures) recorded.batches().at(one.batch).expect_instead(0, one.total, one.removed);
  run_over_partitions(recorded, name, mode, [&](std::size_t partitions) {
    case_sources sources(recorded);
    td::testing::batch_driver driver(make_stream(sources), mode, options_of(recorded, partitions));
    batch_comparison compare(recorded);
    return run_and_compare(recorded, sources, driver, compare);
  });
}

// Calls run(), which must end with an error of this id, after all recorded batches.
template <class Run>
std::string run_to_error(const std::string& id, const batch_comparison& compare, Run run) {
  try {
    const std::string difference = run();
    return difference.empty() ? "there was no error" : difference;
  } catch (const td::error& problem) {
    if (problem.id() != id) return "the error is " + std::string(problem.what());
    return compare.difference_at_end();
  }
}

// The same for a case that ends with an error.
template <class Mode, class MakeStream>
void run_failing_case(const std::string& name, Mode mode, const std::string& id, MakeStream make_stream) {
  const recorded_case recorded(name);
  run_over_partitions(recorded, name, mode, [&](std::size_t partitions) {
    case_sources sources(recorded);
    td::testing::batch_driver driver(make_stream(sources), mode, options_of(recorded, partitions));
    batch_comparison compare(recorded);
    return run_to_error(id, compare, [&] { return run_and_compare(recorded, sources, driver, compare); });
  });
}

}  // namespace engine_cases
