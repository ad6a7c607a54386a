// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// When rows of a join leave state: by a key that carries the watermark, else by the side's event time and the range that the
// condition gives it, else never.

#include <tidemark/plan/conjuncts.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/join_keys.hpp>
#include <tidemark/plan/join_time_bounds.hpp>
#include <tidemark/plan/joined_pair.hpp>
#include <tidemark/plan/timed_join_key.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace tidemark {

// The time of what never leaves.
inline constexpr std::int64_t never_leaves = (std::numeric_limits<std::int64_t>::max)();

// When a value ends, in microseconds: a window at its end, null never.
constexpr std::int64_t end_micros(timestamp time) { return time.micros; }
constexpr std::int64_t end_micros(const time_window& window) { return window.end.micros; }
template <class T>
constexpr std::int64_t end_micros(const std::optional<T>& value) {
  return value ? end_micros(*value) : never_leaves;
}

namespace detail {

// The one column that carries a watermark, among those of a side.
template <class Times>
struct event_time_column {
  static constexpr bool exists = false;
  using type = void;
};
template <name First, name... Rest>
struct event_time_column<name_list<First, Rest...>> {
  static constexpr bool exists = true;
  static constexpr auto key = First;
  using type = column<First>;
};
}  // namespace detail

// `Times`: the columns of a side that carry a watermark, by their own names.
template <class Condition, class LeftTimes, class RightTimes>
class join_expiry {
  using right_times = names_as_right<RightTimes>;
  using left_time = detail::event_time_column<LeftTimes>;
  using right_time = detail::event_time_column<right_times>;
  using bounds = join_bounds<Condition>;
  static constexpr std::size_t timed_key = timed_join_key<join_keys<Condition>, LeftTimes, right_times>;

 public:
  static constexpr bool is_by_key = timed_key != no_join_key;
  static constexpr bool left_by_value =
      left_time::exists && right_time::exists && bounds::template any<typename left_time::type, typename right_time::type>;
  static constexpr bool right_by_value =
      left_time::exists && right_time::exists && bounds::template any<typename right_time::type, typename left_time::type>;
  // Rows of the side leave some day.
  static constexpr bool left_leaves = is_by_key || left_by_value;
  static constexpr bool right_leaves = is_by_key || right_by_value;
  // When no partner of a row can come any more is known for rows of the side, as the engine asks it: the other side has a
  // watermark and bounds some time of this one. That is not enough for rows to leave: then both must have a watermark.
  static constexpr bool left_is_bounded = is_by_key || bounds::template any_of_side<about::left, typename right_time::type>;
  static constexpr bool right_is_bounded = is_by_key || bounds::template any_of_side<about::right, typename left_time::type>;

  constexpr explicit join_expiry(const Condition& condition)
      : conjuncts_(conjuncts_of(condition)), keys_(keys_among(conjuncts_)) {}

  // The event time of a row, by which it is late; never if its side has none. In microseconds, as all times here.
  [[gnu::always_inline]] static constexpr std::int64_t left_event_micros(const auto& row) {
    if constexpr (left_time::exists) return end_micros(typename left_time::type{}(row));
    else return never_leaves;
  }
  template <class R>
  [[gnu::always_inline]] static constexpr std::int64_t right_event_micros(const R& row) {
    if constexpr (right_time::exists) return end_micros(typename right_time::type{}(right_columns<R>{row}));
    else return never_leaves;
  }

  // The time by which a row leaves.
  [[gnu::always_inline]] constexpr std::int64_t left_leaves_at(const auto& row) const {
    if constexpr (is_by_key) return end_micros(key_at<timed_key>(keys_).left(row));
    else if constexpr (left_by_value) return left_event_micros(row);
    else return never_leaves;
  }
  template <class R>
  [[gnu::always_inline]] constexpr std::int64_t right_leaves_at(const R& row) const {
    if constexpr (is_by_key) return end_micros(key_at<timed_key>(keys_).right(right_columns<R>{row}));
    else if constexpr (right_by_value) return right_event_micros(row);
    else return never_leaves;
  }

  // Up to which of these times rows leave at this watermark: the watermark of the side's state, in ms. Nullopt: none leaves.
  constexpr std::optional<std::int64_t> left_through_ms(std::int64_t watermark_ms) const {
    if constexpr (is_by_key) return watermark_ms;
    else if constexpr (left_by_value)
      return bounds::template least_ms<typename left_time::type, typename right_time::type>(conjuncts_, watermark_ms);
    else return std::nullopt;
  }
  constexpr std::optional<std::int64_t> right_through_ms(std::int64_t watermark_ms) const {
    if constexpr (is_by_key) return watermark_ms;
    else if constexpr (right_by_value)
      return bounds::template least_ms<typename right_time::type, typename left_time::type>(conjuncts_, watermark_ms);
    else return std::nullopt;
  }
  // What later steps can rely on: no row of the result will be older than this.
  constexpr std::int64_t passed_on_ms(std::int64_t watermark_ms) const {
    const std::int64_t left = left_through_ms(watermark_ms).value_or(watermark_ms);
    return (std::min)({watermark_ms, left, right_through_ms(watermark_ms).value_or(watermark_ms)});
  }

 private:
  template <std::size_t Index, class... Keys>
  static constexpr const auto& key_at(const expression_pack<Keys...>& keys) {
    return keys.unpack([](const Keys&... each) -> const auto& { return nth_key<Index>(each...); });
  }
  template <std::size_t Index, class First, class... Rest>
  static constexpr const auto& nth_key(const First& first, const Rest&... rest) {
    if constexpr (Index == 0) return first;
    else return nth_key<Index - 1>(rest...);
  }

  [[no_unique_address]] join_conjuncts<Condition> conjuncts_;
  [[no_unique_address]] join_keys<Condition> keys_;
};

namespace detail {

template <class Times, class Keys, bool HasKeys>
using times_of_side = std::conditional_t<HasKeys, Times, names_besides<Times, Keys>>;

}  // namespace detail

// The columns of a join's result that carry a watermark: those of both sides, of a semi join the left ones. A column of
// using_columns does if it comes from a side where it does; that of a full outer join is of neither.
template <class Type, class Times, class Keys>
using left_event_time_of_join = detail::times_of_side<Times, Keys, !Type::preserves_right>;
template <class Type, class Times, class Keys>
using right_event_time_of_join =
    std::conditional_t<Type::gives_left_only, name_list<>,
                       detail::times_of_side<Times, Keys, Type::preserves_right && !Type::preserves_left>>;

}  // namespace tidemark
