// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every source must obey, tried over some batches and a restart. Free of any test framework.

#include <tidemark/row/as_row.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sources/source.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::testing {

namespace source_law {

// Rows that stand on their own, so that they can be compared when the reader is gone.
template <Row R>
using kept_row = row_from<fields_of<R>>;
template <Row R>
using kept_rows = std::vector<kept_row<R>>;

template <class Fields>
struct first_name {
  using type = name_list<>;
};
template <class First, class... Rest>
struct first_name<field_list<First, Rest...>> {
  using type = name_list<First::key>;
};

template <Row R, class Reader>
kept_rows<R> all_of(Reader reader) {
  kept_rows<R> rows;
  const auto keep = [&](const R& one) { rows.push_back(as_row<kept_row<R>>(one)); };
  if constexpr (CuttableRowReader<Reader, R>) reader.read_part(0, reader.size(), keep);
  else reader.read((std::numeric_limits<std::size_t>::max)(), keep);
  return rows;
}

// Whether reading in pieces gives the same rows as reading all.
template <Row R, class Reader>
const char* broken_by_pieces(Reader reader, const kept_rows<R>& whole) {
  kept_rows<R> rows;
  const auto keep = [&](const R& one) { rows.push_back(as_row<kept_row<R>>(one)); };
  if constexpr (CuttableRowReader<Reader, R>) {
    if (reader.size() != whole.size()) return "a reader that can be cut has the size of what it gives";
    for (std::size_t pieces = 1; pieces <= 7; ++pieces) {
      rows.clear();
      for (std::size_t i = 0; i < pieces; ++i) {
        const std::size_t first = whole.size() * i / pieces;
        reader.read_part(first, whole.size() * (i + 1) / pieces - first, keep);
      }
      if (rows != whole) return "the parts of a cut reader are the whole";
    }
  } else {
    for (std::size_t most = 1;; most = most % 3 + 1) {
      const std::size_t count = reader.read(most, keep);
      if (count > most || rows.size() > whole.size()) return "a reader gives at most as many rows as asked for";
      if (count < most) break;
    }
    if (rows != whole) return "reading some rows at a time gives all of them, and fewer than asked for only at the end";
    if (reader.read(1, keep) != 0) return "a reader at its end gives nothing more";
  }
  return nullptr;
}

// One query's use of a source: the batches that it ran, and its clock.
template <Source S>
class history {
 public:
  using row = typename S::row;
  using open_source = decltype(std::declval<const S&>().open(std::declval<const source_place&>()));
  using every_column = typename fields_of<row>::names;
  using one_column = typename first_name<fields_of<row>>::type;

  history(const S& source, const source_place& place) : source_(source), place_(place) { restart(); }

  void restart() {
    open_.reset();
    open_.emplace(source_.open(place_));
  }
  void pass_time() { now_ms_ += 1500; }
  void freeze() { open_->freeze(now_ms_); }

  // Runs batches until there is nothing to do; the law that was broken, or nullptr.
  const char* broken_by_batches(read_limit limit) {
    for (int asked = 0; asked < 1000; ++asked) {
      const auto end = open_->latest_offset(position_, now_ms_, limit);
      if (!end && position_) return "once an offset is known, one is known for ever";
      if (!end || end == position_) return nullptr;
      if (end->empty() || end->find('\n') != std::string::npos) return "an offset is one line of text";
      if (const char* broken = broken_by_batch(*end)) return broken;
      if (limit == read_limit::none && open_->latest_offset(position_, now_ms_, limit) != position_)
        return "without limits one batch takes all that is there";
    }
    return "a source that gets nothing new comes to an end";
  }

  // The rows of the batches that are not committed, read again.
  const char* broken_by_reading_again() const {
    for (const auto& one : batches_)
      if (all_of<row>(open_->template rows<every_column>(one.start, one.end)) != one.rows)
        return "the rows between two offsets are the same when they are read again";
    return nullptr;
  }

  std::size_t rows_seen() const { return rows_seen_; }

 private:
  struct batch_read {
    std::optional<source_offset> start;
    source_offset end;
    kept_rows<row> rows;
  };

  const char* broken_by_batch(const source_offset& end) {
    auto rows = all_of<row>(open_->template rows<every_column>(position_, end));
    if (!all_of<row>(open_->template rows<every_column>(end, end)).empty())
      return "there is no row between an offset and itself";
    if (const char* broken = broken_by_pieces<row>(open_->template rows<every_column>(position_, end), rows)) return broken;
    const auto some = all_of<row>(open_->template rows<one_column>(position_, end));
    if (!std::equal(some.begin(), some.end(), rows.begin(), rows.end(), has_same_first))
      return "the columns that are asked for are the same, whichever are left out";
    if (!batches_.empty()) open_->commit(batches_.back().end);  // of the batch before, as the engine does
    rows_seen_ += rows.size();
    batches_.clear();
    batches_.push_back({position_, end, std::move(rows)});
    position_ = end;
    return broken_by_reading_again();
  }

  static bool has_same_first(const kept_row<row>& a, const kept_row<row>& b) {
    return [&]<name... Names>(name_list<Names...>) { return ((get<Names>(a) == get<Names>(b)) && ...); }(one_column{});
  }

  const S& source_;
  source_place place_;
  std::optional<open_source> open_;
  std::optional<source_offset> position_;
  std::vector<batch_read> batches_;  // the last one: what has not been committed
  std::size_t rows_seen_ = 0;
  std::int64_t now_ms_ = 1'767'606'000'000;
};

template <Source S>
const char* broken_law(history<S>& run, const std::function<void()>& arrive) {
  const auto more = [&] {
    if (arrive) arrive();
    run.pass_time();
  };
  for (int round = 0; round < 13; ++round) {
    more();
    if (const char* broken = run.broken_by_batches(read_limit::of_source)) return broken;
    if (round % 4 != 2) continue;
    run.restart();
    if (const char* broken = run.broken_by_reading_again()) return broken;
  }
  if (run.rows_seen() == 0) return "a source gives rows, so that its laws mean something";
  for (int i = 0; i < 3; ++i) more();
  if (const char* broken = run.broken_by_batches(read_limit::none)) return broken;
  run.restart();
  run.freeze();
  const auto seen = run.rows_seen();
  more();
  if (const char* broken = run.broken_by_batches(read_limit::of_source)) return broken;
  return run.rows_seen() == seen ? nullptr : "a frozen source does not pass what was there";
}

}  // namespace source_law

// The first law that a source breaks, or nullopt: it kept all. `place` is empty at first; `arrive` makes some rows arrive, in a
// source to which they can. Requires: columns that own their values, no std::string_view.
template <Source S>
std::optional<std::string> broken_source_law(const S& source, const source_place& place,
                                             const std::function<void()>& arrive = {}) {
  try {
    source_law::history<S> run(source, place);
    if (const char* broken = source_law::broken_law(run, arrive)) return "\"" + std::string(broken) + "\" does not hold";
    return std::nullopt;
  } catch (const std::exception& problem) {
    return "it throws \"" + std::string(problem.what()) + "\"";
  }
}

}  // namespace tidemark::testing
