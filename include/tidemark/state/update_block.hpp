// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Updates of large tables, in blocks.

#include <tidemark/row/as_row.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/look_up_block.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

// Holds rows back for a block of look-ups (look_up_block.hpp, which says when they have to be flushed): key, hash, and of the
// row only what the update needs (`Delta`). Requires: Key and Delta have a default constructor.
//
// In the near caches it is a loss of 1 to 2 ns a row, so it is for tables that are large (keyed_state::is_large).
template <class Table, class Delta>
class update_block {
 public:
  using key_type = typename Table::key_type;
  using value_type = typename Table::value_type;

  // Calls apply(Value&, const Delta&), now or later.
  template <class Probe, class Apply>
  [[gnu::always_inline]] void add(Table& table, std::uint64_t hash, const Probe& key, Delta delta, const Apply& apply) {
    item& one = block_.add(table, hash);
    if constexpr (Row<key_type> && Row<Probe>) assign_row(one.key, key);  // text reuses the memory it has
    else one.key = key;
    one.delta = std::move(delta);
    if (block_.is_full()) [[unlikely]]
      apply_all(*this, apply);
  }

  template <class Apply>
  [[gnu::always_inline]] void flush(const Apply& apply) {
    if (!block_.empty()) apply_all(*this, apply);
  }
  bool empty() const { return block_.empty(); }

 private:
  using number = typename Table::number;

  struct item {
    key_type key;
    Delta delta;
  };

  template <class Apply>
  [[gnu::noinline]] static void apply_all(update_block& block, const Apply& apply) {
    block.block_.take([&](Table& table, std::uint64_t hash, number candidate, item& one) {
      if (candidate != Table::none && table.is(candidate, one.key)) [[likely]]
        apply(table.change(candidate), std::as_const(one.delta));
      else apply_searching(table, hash, one, apply);
    });
  }

  // A new key, or one that is not at the first place where it might be.
  template <class Apply>
  [[gnu::noinline]] static void apply_searching(Table& table, std::uint64_t hash, item& one, const Apply& apply) {
    table.update(
        hash, one.key, [&](value_type& value) { apply(value, std::as_const(one.delta)); },
        [&] { return made(apply, std::move(one.key)); });
  }

  // The new entry of a key: made by `apply.new_entry(key)` where it has that, else with Value{}.
  template <class Apply>
  static auto made(const Apply& apply, key_type&& key) {
    if constexpr (requires { apply.new_entry(std::move(key)); }) return apply.new_entry(std::move(key));
    else return key_type(std::move(key));
  }

  look_up_block<Table, item> block_;
};

}  // namespace tidemark
