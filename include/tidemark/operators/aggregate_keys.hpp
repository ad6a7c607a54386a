// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The keys of an aggregation, split into what state is arranged by: the group that ends at an event time, and the rest.

#include <tidemark/operators/row_views.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/state/expiry_groups.hpp>

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace detail {

template <class T>
inline constexpr bool can_be_group =
    std::is_same_v<T, timestamp> || std::is_same_v<T, std::optional<timestamp>> || std::is_same_v<T, time_window>;

// Windows arrive as a column that assign_windows has made.
template <class Key>
struct column_of_key {
  using type = Key;
};
template <class Time, name Name>
struct column_of_key<windows_of<Time, Name>> {
  using type = column<Name>;
};

}  // namespace detail

namespace detail {

// The key by which groups are made: the windows, or the column that carries a watermark.
template <class R, class EventTime, class Key>
inline constexpr bool makes_groups =
    can_be_group<type_of<Key, R>> && (WindowsExpression<Key> || carries_event_time<Key, EventTime>);

struct no_group_key {
  static constexpr auto key = name<1>{""};
  [[gnu::always_inline]] constexpr no_group operator()(const auto& /*row*/) const { return {}; }
};

}  // namespace detail

namespace detail {

template <class R, class EventTime, class... Keys>
struct key_of_groups {
  using type = no_group_key;
};
template <class R, class EventTime, class First, class... Rest>
struct key_of_groups<R, EventTime, First, Rest...> : key_of_groups<R, EventTime, Rest...> {};
template <class R, class EventTime, class First, class... Rest>
  requires makes_groups<R, EventTime, First>
struct key_of_groups<R, EventTime, First, Rest...> {
  using type = First;
};

}  // namespace detail

namespace detail {

template <class... Es>
constexpr auto pack_of(const Es&... expressions) {
  return expression_pack<Es...>(expressions...);
}

}  // namespace detail

// What the group's type is on disk and in tables; no_group where no key can be one.
template <class GroupKey, class R>
struct group_type_of {
  using type = type_of<GroupKey, R>;
};
template <class R>
struct group_type_of<detail::no_group_key, R> {
  using type = no_group;
};

// Reads group and remaining keys from the rows R of an aggregation. `EventTime`: the columns that carry a watermark.
template <class R, class EventTime, class... Keys>
class aggregate_keys {
 public:
  using group_key = typename detail::key_of_groups<R, EventTime, Keys...>::type;
  static constexpr auto group_name = group_key::key;
  using group_type = typename group_type_of<group_key, R>::type;
  static constexpr bool makes_windows = WindowsExpression<group_key>;
  // Late rows can be told and groups be final.
  static constexpr bool is_timed =
      (carries_event_time<Keys, EventTime> || ... || false) && !std::is_same_v<group_type, no_group>;

  using fields = owned_fields<field_list<field<Keys::key, type_of<Keys, R>>...>>;
  using rest_row = row_from<dropped_fields<fields, name_list<group_name>>>;

  constexpr explicit aggregate_keys(Keys... keys) : keys_(std::move(keys)...) {}

  [[gnu::always_inline]] constexpr decltype(auto) group(const auto& row) const {
    return typename detail::column_of_key<group_key>::type{}(row);
  }
  // What rows of one group are sent to one partition by: the keys besides the group.
  [[gnu::always_inline]] constexpr auto operator()(const auto& row) const { return rest(row); }

  // A view of the keys besides the group.
  [[gnu::always_inline]] constexpr auto rest(const auto& row) const {
    return keys_.unpack([&](const auto&... each) { return chosen(row, rest_fields{}, each...); });
  }

 private:
  using rest_fields = fields_of<rest_row>;

  template <class... Fields>
  [[gnu::always_inline]] static constexpr auto chosen(const auto& row, field_list<Fields...> /*rest*/, const auto&... each) {
    return chosen_columns<held<Fields::key, held_form<decltype(named_one<Fields::key>(each...)(row))>>...>{
        {named_one<Fields::key>(each...)(row)}...};
  }
  template <name Wanted, class First, class... Others>
  [[gnu::always_inline]] static constexpr const auto& named_one(const First& first, const Others&... others) {
    if constexpr (same_name<First::key, Wanted>) return first;
    else return named_one<Wanted>(others...);
  }

  [[no_unique_address]] expression_pack<Keys...> keys_;
};

}  // namespace tidemark
