// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The headline baseline: what a good engineer writes, on the fastest map that is easily had.

#include "tumbling.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

namespace hand {

class flat_map_table {
 public:
  [[gnu::always_inline]] void add(std::int64_t key, std::int64_t value) {
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
  boost::unordered_flat_map<std::int64_t, totals> map_;
};

using tumbling_flat_map = tumbling<flat_map_table>;

}  // namespace hand
