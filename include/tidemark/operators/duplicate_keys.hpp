// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// By which columns rows are duplicates, and which column says whether they are late.

#include <tidemark/operators/event_time_value.hpp>
#include <tidemark/operators/row_views.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/row/row.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace tidemark {

namespace detail {

template <class Columns, class R>
struct all_if_none {
  using type = Columns;
};
template <class R>
struct all_if_none<name_list<>, R> {
  using type = typename fields_of<R>::names;
};

// A column by which lateness is judged; none: nothing is late.
template <class Marks>
struct only_mark {
  static constexpr bool exists = false;
};
template <name Mark>
struct only_mark<name_list<Mark>> {
  static constexpr bool exists = true;
  static constexpr auto key = Mark;
};

}  // namespace detail

// The last microsecond of the second that a time is in: the group of a key that ends at that time. One group a second, since
// event times themselves are nearly all different.
constexpr timestamp second_of(timestamp time) {
  constexpr std::int64_t second = 1'000'000;
  const std::int64_t passed = time.micros % second;
  return time + std::chrono::microseconds(second - 1 - (passed < 0 ? passed + second : passed));
}
constexpr std::optional<timestamp> second_of(const std::optional<timestamp>& time) {
  if (!time) return std::nullopt;
  return second_of(*time);
}

// The keys of rows that come out of `Input`: the columns `Names`, all if there are none. Calling it gives a view of them.
template <class Input, name... Names>
struct duplicate_keys {
  using input_row = row_of<Input>;
  using names = typename detail::all_if_none<united_names<name_list<Names>...>, input_row>::type;
  using fields = kept_fields<fields_of<input_row>, names>;
  using kept_row = row_from<owned_fields<fields>>;
  using marks = event_time_of<Input>;
  using mark = detail::only_mark<marks>;

  // Keys that end with a watermark.
  static constexpr bool are_timed = [] {
    if constexpr (mark::exists) return names::template contains<mark::key>;
    else return false;
  }();

  [[gnu::always_inline]] constexpr auto operator()(const auto& row) const { return view(row, fields{}); }

  // Null, or the time by which the row, or a key with that column, ends. Requires: there is such a column.
  [[gnu::always_inline]] static constexpr auto time(const auto& row) { return event_time_value(get<mark::key>(row)); }

  [[gnu::always_inline]] static constexpr bool is_late(const auto& row, std::int64_t late_ms) {
    if constexpr (mark::exists) return is_at_or_below(time(row), timestamp::from_millis(late_ms));
    else return false;
  }

 private:
  template <class... Fields>
  [[gnu::always_inline]] static constexpr auto view(const auto& row, field_list<Fields...> /*keys*/) {
    return choose(row, column<Fields::key>{}...);
  }
};

}  // namespace tidemark
