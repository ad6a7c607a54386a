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

template <class Names, class Fields>
struct among;
template <name... Names, class Fields>
struct among<name_list<Names...>, Fields> {
  using type = united_names<std::conditional_t<Fields::template contains<Names>, name_list<Names>, name_list<>>...>;
};

template <class Names, name From, name To>
struct names_renamed;
template <name... Names, name From, name To>
struct names_renamed<name_list<Names...>, From, To> {
  using type = united_names<std::conditional_t<same_name<Names, From>, name_list<To>, name_list<Names>>...>;
};

}  // namespace detail

namespace detail {

template <class Names, name Gone>
struct without_name;
template <name... Names, name Gone>
struct without_name<name_list<Names...>, Gone> {
  using type = united_names<std::conditional_t<same_name<Names, Gone>, name_list<>, name_list<Names>>...>;
};

template <class Names, class Gone>
struct names_left;
template <name... Names, class Gone>
struct names_left<name_list<Names...>, Gone> {
  using type = united_names<std::conditional_t<Gone::template contains<Names>, name_list<>, name_list<Names>>...>;
};

}  // namespace detail

// Functions over name lists: those that are still among the columns; with one renamed; without one; without those of another.
template <class Names, class Fields>
using names_among = typename detail::among<Names, Fields>::type;
template <class Names, name From, name To>
using renamed_names = typename detail::names_renamed<Names, From, To>::type;
template <class Names, name Gone>
using names_without = typename detail::without_name<Names, Gone>::type;
template <class Names, class Gone>
using names_besides = typename detail::names_left<Names, Gone>::type;

// The marks after computed columns `Es`, each under its name.
template <class EventTime, class... Es>
using event_time_after_select =
    united_names<std::conditional_t<carries_event_time<Es, EventTime>, name_list<column_name_of<Es>>, name_list<>>...>;

// The columns that the expression named `Mark` reads: if it carries a mark, that of one of them.
template <name Mark, class... Es>
using columns_behind =
    united_names<std::conditional_t<same_name<column_name_of<Es>, Mark>, typename Es::columns, name_list<>>...>;

}  // namespace tidemark
