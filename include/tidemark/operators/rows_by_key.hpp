// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows of one batch by their keys: what functions over groups, and orders of groups, see of it.

#include <tidemark/operators/gathered_rows.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>

#include <cstdint>
#include <span>
#include <type_traits>

namespace tidemark {

// `Keys` are the group_keys of rows R. Nothing is kept for the next batch but memory.
template <Row R, class Keys>
class rows_by_key {
 public:
  [[gnu::always_inline]] void add(const auto& row) { rows_.add(row); }

  // Calls f(kept key, rows) for each group, in the order of their first rows, and forgets them all.
  template <class F>
  void hand_out(const Keys& keys_of_rows, F&& f) {
    rows_.gather([&](const R& row) {
      const auto probe = keys_of_rows(row);
      return keys_.update(
          memory_hash<std::remove_const_t<decltype(probe)>>::of(probe), probe, [](auto& /*value*/) {},
          [&] { return as_row<typename Keys::kept>(probe); });
    });
    rows_.for_each([&](std::uint32_t number, std::span<const R> group) { f(keys_.key(number), group); });
    rows_.clear();
    keys_.clear();
  }

 private:
  gathered_rows<R> rows_;
  keyed_state<typename Keys::kept, tidemark::row<>> keys_;
};

}  // namespace tidemark
