// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Activity of keys, written by hand: a batch's rows are put together by key, a function sees those of a key with what is kept
// of it, and what has been quiet for some time is put out once more and forgotten.

#include "event.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace hand {

struct activity {
  std::int64_t count = 0;
  std::int64_t sum = 0;
};

// Calls put_out(key, activity, has_timed_out).
class sessions_of_keys {
 public:
  explicit sessions_of_keys(std::int64_t gap) : gap_(gap) {}

  template <class PutOut>
  [[gnu::noinline]] void process(std::span<const event> batch, PutOut&& put_out) {
    gather(batch);
    for (const group& one : groups_) {
      const event* const rows = together_.data() + one.first;
      kept& of_key = *one.of;
      std::int64_t last = 0;
      for (const event* row = rows; row != rows + one.rows; ++row) {
        ++of_key.value.count;
        of_key.value.sum += row->value;
        last = std::max(last, row->time);
      }
      of_key.group = no_group;
      of_key.deadline = last + gap_;
      deadlines_.emplace(of_key.deadline, rows->key);
      put_out(rows->key, of_key.value, false);
    }
    for (; !deadlines_.empty() && deadlines_.top().first < watermark_; deadlines_.pop()) {
      const auto [at, key] = deadlines_.top();
      const auto found = map_.find(key);
      if (found == map_.end() || found->second.deadline != at) continue;
      put_out(key, found->second.value, true);
      map_.erase(found);
    }
    late_ = watermark_;
    watermark_ = std::max(watermark_, observed_);
  }

 private:
  static constexpr std::uint32_t no_group = 0xffffffff;

  struct kept {
    activity value;
    std::int64_t deadline = 0;
    std::uint32_t group = no_group;
  };
  struct group {
    std::int64_t key;
    std::uint32_t first;
    std::uint32_t rows;
    kept* of;
  };

  void gather(std::span<const event> batch) {
    groups_.clear();
    rows_.clear();
    group_of_row_.clear();
    for (const event& one : batch) {
      observed_ = std::max(observed_, one.time);
      if (one.time <= late_) continue;
      kept& of_key = map_[one.key];
      if (of_key.group == no_group) {
        of_key.group = static_cast<std::uint32_t>(groups_.size());
        groups_.push_back({one.key, 0, 0, nullptr});
      }
      ++groups_[of_key.group].rows;
      group_of_row_.push_back(of_key.group);
      rows_.push_back(one);
    }
    std::uint32_t first = 0;
    for (group& one : groups_) {
      one.of = &map_.find(one.key)->second;  // the map has grown meanwhile
      one.first = first;
      first += one.rows;
    }
    together_.resize(rows_.size());
    next_.resize(groups_.size());
    for (std::size_t i = 0; i < groups_.size(); ++i) next_[i] = groups_[i].first;
    for (std::size_t i = 0; i < rows_.size(); ++i) together_[next_[group_of_row_[i]]++] = rows_[i];
  }

  using deadline = std::pair<std::int64_t, std::int64_t>;  // time, key

  std::int64_t gap_;
  std::int64_t observed_ = 0;
  std::int64_t watermark_ = 0;
  std::int64_t late_ = 0;
  boost::unordered_flat_map<std::int64_t, kept> map_;
  std::priority_queue<deadline, std::vector<deadline>, std::greater<>> deadlines_;
  std::vector<event> rows_;
  std::vector<std::uint32_t> group_of_row_;
  std::vector<group> groups_;
  std::vector<event> together_;
  std::vector<std::uint32_t> next_;
};

}  // namespace hand
