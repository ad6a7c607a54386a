// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows of one batch, gathered by the group that they belong to.

#include <tidemark/operators/kept_rows.hpp>
#include <tidemark/row/row.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// Rows come one by one; at the end of the batch each is given the number of its group (small numbers: there is an array over
// them), and then the groups are handed out, in the order of their first rows, each with its rows in theirs. Memory is used
// again in the next batch.
template <Row R>
class gathered_rows {
 public:
  using number = std::uint32_t;

  [[gnu::always_inline]] void add(const auto& row) { rows_.add(row); }

  // number_of(row) says of which group a row is.
  template <class NumberOf>
  void gather(NumberOf&& number_of) {
    group_of_row_.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) group_of_row_[i] = group_of(number_of(std::as_const(rows_[i])));
    if (groups_.size() < rows_.size()) put_together();
  }

  std::size_t size() const { return groups_.size(); }
  bool contains(number n) const { return n < group_of_number_.size() && group_of_number_[n] != no_group; }

  // Calls f(number, rows) for each group, `rows` a span.
  template <class F>
  void for_each(F&& f) {
    const R* next = groups_.size() < rows_.size() ? together_.data() : rows_.begin();
    for (const group& one : groups_) {
      f(one.of, std::span<const R>(next, one.rows));
      next += one.rows;
    }
  }

  void clear() {
    for (const group& one : groups_) group_of_number_[one.of] = no_group;
    groups_.clear();
    rows_.clear();
  }

 private:
  static constexpr std::uint32_t no_group = (std::numeric_limits<std::uint32_t>::max)();

  struct group {
    number of;
    std::uint32_t rows;
  };

  [[gnu::always_inline]] std::uint32_t group_of(number n) {
    if (n >= group_of_number_.size()) [[unlikely]]
      group_of_number_.resize(std::size_t{n} + n / 2 + 64, no_group);
    std::uint32_t& found = group_of_number_[n];
    if (found == no_group) {
      found = static_cast<std::uint32_t>(groups_.size());
      groups_.push_back({n, 0});
    }
    ++groups_[found].rows;
    return found;
  }

  // Puts the rows of a group one behind the other. Rows with memory of their own change places with those of earlier batches,
  // so that none is given back.
  void put_together() {
    if (together_.size() < rows_.size()) together_.resize(rows_.size());
    next_.resize(groups_.size());
    std::uint32_t first = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      next_[g] = first;
      first += groups_[g].rows;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      R& to = together_[next_[group_of_row_[i]]++];
      if constexpr (std::is_trivially_copyable_v<R>) to = rows_[i];
      else std::swap(to, rows_[i]);
    }
  }

  kept_rows<R> rows_;
  std::vector<std::uint32_t> group_of_row_;
  std::vector<group> groups_;
  std::vector<std::uint32_t> group_of_number_;
  std::vector<R> together_;
  std::vector<std::uint32_t> next_;  // by group: where its next row goes
};

}  // namespace tidemark
