// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which key of an aggregation makes the groups that end at an event time: the windows, or the column that carries a watermark.

#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/windows.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/no_group.hpp>

#include <optional>
#include <type_traits>

namespace tidemark {

template <class R, class EventTime, class Key>
inline constexpr bool makes_groups = false;
template <class R, class EventTime, class Key>
  requires(WindowsExpression<Key> || carries_event_time<Key, EventTime>)
inline constexpr bool makes_groups<R, EventTime, Key> =
    std::is_same_v<type_of<Key, R>, timestamp> || std::is_same_v<type_of<Key, R>, std::optional<timestamp>> ||
    std::is_same_v<type_of<Key, R>, time_window>;

// What stands for it where no key is one.
struct no_group_key {
  static constexpr auto key = name<1>{""};
  template <class R>
  using type = no_group;

  [[gnu::always_inline]] constexpr no_group operator()(const auto& /*row*/) const { return {}; }
};

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

// The first such key among `Keys`, of rows R in which the columns `EventTime` carry a watermark.
template <class R, class EventTime, class... Keys>
using group_key_of = typename detail::key_of_groups<R, EventTime, Keys...>::type;

// What the group's type is on disk and in tables; no_group where no key is one.
template <class GroupKey, class R>
using group_type_of = typename GroupKey::template type<R>;

}  // namespace tidemark
