// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What functions over groups can keep, and by which time their rows are late.

#include <tidemark/row/codec.hpp>
#include <tidemark/row/name.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/timestamp.hpp>

#include <type_traits>

namespace tidemark {

// The type has bytes, and holds no view into a batch.
template <class T>
inline constexpr bool can_be_kept = Encodable<T> && std::is_same_v<owned<T>, T>;
template <Row R>
inline constexpr bool can_be_kept<R> = Encodable<R> && std::is_same_v<owned_row<R>, R>;

// Reads the column that carries a watermark, given as a name_list; without one there is no time to read.
template <class EventTime>
struct event_time_column {
  static constexpr timestamp in(const auto& /*row*/) { return {}; }
};
template <name Time, name... Others>
struct event_time_column<name_list<Time, Others...>> {
  [[gnu::always_inline]] static constexpr decltype(auto) in(const auto& row) { return get<Time>(row); }
};

}  // namespace tidemark
