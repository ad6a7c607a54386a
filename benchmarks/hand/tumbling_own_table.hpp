// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The same loop on tidemark's own table, row by row: what is left of the ratio is the cost of the abstraction above the table.

#include "tumbling.hpp"

#include <tidemark/state/keyed_state.hpp>

namespace hand {

class own_table {
 public:
  [[gnu::always_inline]] void add(std::int64_t key, std::int64_t value) {
    table_.update(
        tidemark::memory_hash<std::int64_t>::of(key), key,
        [&](totals& one) {
          ++one.count;
          one.sum += value;
        },
        [&] { return key; });
  }
  void reserve(std::size_t keys) { table_.reserve(keys); }
  std::size_t size() const { return table_.size(); }
  template <class F>
  void for_each(F&& f) const {
    table_.for_each(f);
  }

 private:
  tidemark::keyed_state<std::int64_t, totals> table_;
};

using tumbling_own_table = tumbling<own_table>;

}  // namespace hand
