// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Duplicates of which each key is remembered up to a time of its own.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/operators/duplicate_keys.hpp>
#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/look_ahead.hpp>
#include <tidemark/operators/time_to_live.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/state/expiring_table.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/radix_deadlines.hpp>
#include <tidemark/state/state_of.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

struct deadline_of_expiry {
  constexpr std::int64_t operator()(const expiry& kept) const { return get<"expires">(kept).micros; }
};

template <class Keys>
using expiring_keys = state_of<expiring_table<typename Keys::kept_row, expiry, deadline_of_expiry, radix_deadlines>>;

}  // namespace tidemark

namespace tidemark::stage {

// Kept: for each key, when it expires. `Lifetime` says
//   expires(row, record)      when a key that this row is the first of does
//   now(record)               the time at which keys that have expired leave, at the end of a batch
//   ends_before_batch         a key that has expired is no longer known to the batch in which it leaves
template <class Keys, class Lifetime, class Late, class Next>
class expiring_duplicates {
  using state_type = expiring_keys<Keys>;

 public:
  using table_type = std::remove_cvref_t<decltype(std::declval<state_type&>().table())>;

  expiring_duplicates(const auto& place, Lifetime lifetime, Next next)
      : lifetime_(std::move(lifetime)),
        table_(&place.template state<state_type>().table()),
        record_(&place.record()),
        late_(late_rows_of(place)),
        next_(std::move(next)) {}

  [[gnu::always_inline]] look_up_place<table_type> look_up(const auto& row) {
    if (Keys::is_late(row, record_->late_ms)) {
      ++late_count_;
      late_.process(row);
      return {};
    }
    const auto key = Keys{}(row);
    return {table_, memory_hash<std::remove_const_t<decltype(key)>>::of(key)};
  }
  [[gnu::always_inline]] void meet(const auto& row, look_up_place<table_type> at) {
    if (remembers(at.hash, Keys{}(row), row)) ++duplicates_;
    else next_.process(row);
  }

  void end_of_batch(const batch_info& batch) {
    record_->rows_updated = static_cast<std::int64_t>(table_->keys().changed_count());
    record_->rows_removed = table_->erase_due(lifetime_.now(*record_).micros);
    record_->rows_dropped_late = std::exchange(late_count_, 0);
    record_->metrics[0] = std::exchange(duplicates_, 0);
    next_.end_of_batch(batch);
  }

 private:
  // If not, from now on.
  [[gnu::always_inline]] bool remembers(std::uint64_t hash, const auto& key, const auto& row) {
    const auto known = table_->find(hash, key);
    if (known == table_type::none) {
      table_->insert(hash, as_row<typename Keys::kept_row>(key), expiry(lifetime_.expires(row, *record_)));
      return false;
    }
    if constexpr (Lifetime::ends_before_batch) {
      if (get<"expires">(table_->keys().value(known)) <= lifetime_.now(*record_)) {
        table_->change(known, [&](expiry& kept) { kept = expiry(lifetime_.expires(row, *record_)); });
        return false;
      }
    }
    return true;
  }

  [[no_unique_address]] Lifetime lifetime_;
  table_type* table_;
  step_record* record_;
  std::int64_t late_count_ = 0;
  std::int64_t duplicates_ = 0;
  [[no_unique_address]] Late late_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage
