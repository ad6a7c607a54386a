// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which columns carry a watermark, and how operators keep, move or lose it.

#include <tidemark/plan/expression.hpp>

#include <type_traits>

namespace tidemark {

// The value of this expression is a column that carries a watermark, or what keeps its mark (a new name, the time of a window).
// Any other computed value has lost it.
template <class E, class EventTime>
inline constexpr bool carries_event_time = false;
template <name Name, class EventTime>
inline constexpr bool carries_event_time<column<Name>, EventTime> = EventTime::template contains<Name>;
template <class E, name Name, class EventTime>
inline constexpr bool carries_event_time<named<E, Name>, EventTime> = carries_event_time<E, EventTime>;

namespace detail {

template <class Names>
struct names_of;
template <name... Names>
struct names_of<name_list<Names...>> {
  template <class Fields>
  using among = united_names<std::conditional_t<Fields::template contains<Names>, name_list<Names>, name_list<>>...>;
  template <name From, name To>
  using renamed = united_names<std::conditional_t<same_name<Names, From>, name_list<To>, name_list<Names>>...>;
  template <class Gone>
  using besides = united_names<std::conditional_t<Gone::template contains<Names>, name_list<>, name_list<Names>>...>;
};

}  // namespace detail

// Functions over name lists: those that are still among the columns; with one renamed; without those of another; without one.
template <class Names, class Fields>
using names_among = typename detail::names_of<Names>::template among<Fields>;
template <class Names, name From, name To>
using renamed_names = typename detail::names_of<Names>::template renamed<From, To>;
template <class Names, class Gone>
using names_besides = typename detail::names_of<Names>::template besides<Gone>;
template <class Names, name Gone>
using names_without = names_besides<Names, name_list<Gone>>;

// The marks after computed columns `Es`, each under its name.
template <class EventTime, class... Es>
using event_time_after_select =
    united_names<std::conditional_t<carries_event_time<Es, EventTime>, name_list<column_name_of<Es>>, name_list<>>...>;

// The columns that the expression named `Mark` reads: if it carries a mark, that of one of them.
template <name Mark, class... Es>
using columns_behind =
    united_names<std::conditional_t<same_name<column_name_of<Es>, Mark>, typename Es::columns, name_list<>>...>;

}  // namespace tidemark
