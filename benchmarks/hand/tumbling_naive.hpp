// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The baseline of half an hour: the standard library's map.

#include "tumbling.hpp"

#include <unordered_map>

namespace hand {

class naive_table {
 public:
  void add(std::int64_t key, std::int64_t value) {
    totals& one = map_[key];
    ++one.count;
    one.sum += value;
  }
  void reserve(std::size_t keys) { map_.reserve(keys); }
  std::size_t size() const { return map_.size(); }
  template <class F>
  void for_each(F&& f) const {
    for (const auto& [key, value] : map_) f(key, value);
  }

 private:
  std::unordered_map<std::int64_t, totals> map_;
};

using tumbling_naive = tumbling<naive_table>;

}  // namespace hand
