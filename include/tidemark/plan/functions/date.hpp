// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions that make dates or count days, and casts from and to dates. (Parts of a date: time.hpp.)

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/cast.hpp>
#include <tidemark/plan/functions/date_pattern.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/time.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/date.hpp>

#include <cstdint>
#include <optional>
#include <utility>

namespace tidemark {

template <>
struct cast_rule<date, timestamp> {
  static constexpr bool can_fail = false;
  static constexpr bool store(date from, timestamp& to) { return to = timestamp(from), true; }
};
template <>
struct cast_rule<timestamp, date> {
  static constexpr bool can_fail = false;
  static constexpr bool store(timestamp from, date& to) { return to = date_of(from), true; }
};

// The day of a date or time.
constexpr date day_of(date day) { return day; }
constexpr date day_of(timestamp time) { return date_of(time); }

constexpr date moved(date from, std::int64_t days) {
  std::int64_t day{};
  if (__builtin_add_overflow(std::int64_t{from.days}, days, &day)) throw_arithmetic_overflow();
  return date::of(day);
}

namespace functions {

struct date_add : call_notation<date_add> {
  static constexpr const char* symbol = "date_add";
  static constexpr date apply(Dated auto from, Integer auto days) { return moved(day_of(from), converted<std::int64_t>(days)); }
};
struct date_sub : call_notation<date_sub> {
  static constexpr const char* symbol = "date_sub";
  static constexpr date apply(Dated auto from, Integer auto days) {
    return moved(day_of(from), subtract::apply(std::int64_t{0}, converted<std::int64_t>(days)));
  }
};
struct datediff : call_notation<datediff> {
  static constexpr const char* symbol = "datediff";
  static constexpr std::int32_t apply(Dated auto end, Dated auto start) {
    return converted<std::int32_t>(std::int64_t{day_of(end).days} - day_of(start).days);
  }
};

// Null for units finer than a week, as in the engine.
struct trunc : function {
  static constexpr std::optional<date> apply(Dated auto day, time_unit unit) {
    if (unit > time_unit::week) return std::nullopt;
    return date::of(first_day_of(days_of(day), unit));
  }
  static void print(auto& out, const auto& day, const auto& unit) {
    day.print(out += "trunc(");
    ((out += ", '") += unit_text(unit.value)) += "')";
  }
};

}  // namespace functions

// The day of a time (UTC), or the one that a text names; a text that names none ends with error cast_malformed.
template <Expression A>
constexpr auto to_date(A&& time) {
  return cast<date>(std::forward<A>(time));
}
// So many days later or earlier; out of the range of dates: error arithmetic_overflow.
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto date_add(Es&&... date_and_days) {
  return call_of<functions::date_add>(std::forward<Es>(date_and_days)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto date_sub(Es&&... date_and_days) {
  return call_of<functions::date_sub>(std::forward<Es>(date_and_days)...);
}
// Days from the second date to the first: `datediff("end"_c, "start"_c)`.
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto datediff(Es&&... end_and_start) {
  return call_of<functions::datediff>(std::forward<Es>(end_and_start)...);
}
// The first day of the year, quarter, month or week: `trunc("day"_c, time_unit::month)`.
template <Expression A>
constexpr auto trunc(A&& day, time_unit unit) {
  return call_of<functions::trunc>(std::forward<A>(day), unit);
}

}  // namespace tidemark
