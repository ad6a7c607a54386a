// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What functions over groups can keep, and by which time their rows are late.

#include <tidemark/operators/event_time_value.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/name.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/timestamp.hpp>

#include <cstdint>
#include <type_traits>

namespace tidemark {

// The type has bytes, and holds no view into a batch.
template <class T>
inline constexpr bool can_be_kept = Encodable<T> && std::is_same_v<owned<T>, T>;
template <Row R>
inline constexpr bool can_be_kept<R> = Encodable<R> && std::is_same_v<owned_row<R>, R>;

// A row is late by the column that carries a watermark, given as a name_list; without one, never.
template <class EventTime>
struct lateness {
  static constexpr bool of(const auto& /*row*/, std::int64_t /*late_ms*/) { return false; }
};
template <name Time, name... Others>
struct lateness<name_list<Time, Others...>> {
  [[gnu::always_inline]] static constexpr bool of(const auto& row, std::int64_t late_ms) {
    return is_at_or_below(event_time_value(get<Time>(row)), timestamp::from_millis(late_ms));
  }
};

}  // namespace tidemark
