// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The keys of an aggregation, split into what state is arranged by: the group that ends at an event time, and the rest.

#include <tidemark/operators/group_key.hpp>
#include <tidemark/operators/row_views.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/windows.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/state/no_group.hpp>

#include <type_traits>
#include <utility>

namespace tidemark {

namespace detail {

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

// Reads group and remaining keys from the rows R of an aggregation. `EventTime`: the columns that carry a watermark.
template <class R, class EventTime, class... Keys>
class aggregate_keys {
 public:
  using group_key = group_key_of<R, EventTime, Keys...>;
  static constexpr auto group_name = group_key::key;
  using group_type = group_type_of<group_key, R>;
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
    return chosen_columns<held<Fields::key, held_form<decltype(expression_named<Fields::key>(each...)(row))>>...>{
        {expression_named<Fields::key>(each...)(row)}...};
  }

  [[no_unique_address]] expression_pack<Keys...> keys_;
};

}  // namespace tidemark
