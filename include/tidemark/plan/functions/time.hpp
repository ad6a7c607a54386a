// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions of time: parts of a timestamp (UTC) or date, cutting it off, counting since 1970, and text by a pattern.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/date_pattern.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/civil_time.hpp>
#include <tidemark/row/timestamp.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// What date_trunc cuts a time off to; a week begins on Monday.
enum class time_unit { year, quarter, month, week, day, hour, minute, second, millisecond, microsecond };

// The first day of the year, quarter, month or week that a day is in; the day itself for units finer than that.
constexpr std::int64_t first_day_of(std::int64_t days, time_unit unit) {
  const auto at_month = [days](std::int32_t months) {
    const civil_time date = civil_from_days(days);
    return days_from_civil(date.year, date.month - (date.month - 1) % months, 1);
  };
  if (unit == time_unit::year) return at_month(12);
  if (unit == time_unit::quarter) return at_month(3);
  if (unit == time_unit::month) return at_month(1);
  return unit == time_unit::week ? days - days_since_monday(days) : days;
}

// The latest whole unit at or before the time; held at the start of the range of timestamps.
constexpr timestamp cut_off(timestamp time, time_unit unit) {
  const auto to_multiple = [time](std::int64_t width) {
    return timestamp{saturating_multiply(floor_divide(time.micros, width), width)};
  };
  switch (unit) {
    case time_unit::year:
    case time_unit::quarter:
    case time_unit::month:
    case time_unit::week:
    case time_unit::day:
      return timestamp{saturating_multiply(first_day_of(days_of(time), unit), micros_per_day)};
    case time_unit::hour:
      return to_multiple(3600 * micros_per_second);
    case time_unit::minute:
      return to_multiple(60 * micros_per_second);
    case time_unit::second:
      return to_multiple(micros_per_second);
    case time_unit::millisecond:
      return to_multiple(1000);
    case time_unit::microsecond:
      break;
  }
  return time;
}

constexpr std::string_view unit_text(time_unit unit) {
  constexpr std::string_view texts[] = {"YEAR", "QUARTER", "MONTH",  "WEEK",        "DAY",
                                        "HOUR", "MINUTE",  "SECOND", "MILLISECOND", "MICROSECOND"};
  return texts[static_cast<std::size_t>(unit)];
}

// Whole seconds since midnight.
constexpr std::int32_t second_of_day(timestamp time) {
  return static_cast<std::int32_t>(floor_divide(time.micros, micros_per_second) - days_of(time) * 86'400);
}
constexpr std::int32_t second_of_day(date /*day*/) { return 0; }

// The number of the week in its year: the week with the year's first Thursday is 1.
constexpr std::int32_t week_of_year_of(std::int64_t days) {
  const std::int64_t thursday = days - days_since_monday(days) + 3;
  return (day_of_year_of(thursday) - 1) / 7 + 1;
}

namespace functions {

struct year : call_notation<year> {
  static constexpr const char* symbol = "year";
  static constexpr std::int32_t apply(Dated auto time) {
    return static_cast<std::int32_t>(civil_from_days(days_of(time)).year);
  }
};
struct quarter : call_notation<quarter> {
  static constexpr const char* symbol = "quarter";
  static constexpr std::int32_t apply(Dated auto time) { return (civil_from_days(days_of(time)).month - 1) / 3 + 1; }
};
struct month : call_notation<month> {
  static constexpr const char* symbol = "month";
  static constexpr std::int32_t apply(Dated auto time) { return civil_from_days(days_of(time)).month; }
};
struct week_of_year : call_notation<week_of_year> {
  static constexpr const char* symbol = "weekofyear";
  static constexpr std::int32_t apply(Dated auto time) { return week_of_year_of(days_of(time)); }
};
struct day : call_notation<day> {
  static constexpr const char* symbol = "day";
  static constexpr std::int32_t apply(Dated auto time) { return civil_from_days(days_of(time)).day; }
};
// 1 for Sunday to 7 for Saturday.
struct day_of_week : call_notation<day_of_week> {
  static constexpr const char* symbol = "dayofweek";
  static constexpr std::int32_t apply(Dated auto time) { return (days_since_monday(days_of(time)) + 1) % 7 + 1; }
};
struct day_of_year : call_notation<day_of_year> {
  static constexpr const char* symbol = "dayofyear";
  static constexpr std::int32_t apply(Dated auto time) { return day_of_year_of(days_of(time)); }
};
struct hour : call_notation<hour> {
  static constexpr const char* symbol = "hour";
  static constexpr std::int32_t apply(Dated auto time) { return second_of_day(time) / 3600; }
};
struct minute : call_notation<minute> {
  static constexpr const char* symbol = "minute";
  static constexpr std::int32_t apply(Dated auto time) { return second_of_day(time) / 60 % 60; }
};
struct second : call_notation<second> {
  static constexpr const char* symbol = "second";
  static constexpr std::int32_t apply(Dated auto time) { return second_of_day(time) % 60; }
};

struct date_trunc : function {
  static constexpr timestamp apply(time_unit unit, Dated auto time) { return cut_off(timestamp(time), unit); }
  static void print(auto& out, const auto& unit, const auto& time) {
    ((out += "date_trunc('") += unit_text(unit.value)) += "', ";
    time.print(out);
    out += ')';
  }
};

struct unix_seconds : call_notation<unix_seconds> {
  static constexpr const char* symbol = "unix_seconds";
  static constexpr std::int64_t apply(timestamp time) { return floor_divide(time.micros, micros_per_second); }
};
struct unix_millis : call_notation<unix_millis> {
  static constexpr const char* symbol = "unix_millis";
  static constexpr std::int64_t apply(timestamp time) { return time.millis(); }
};
struct unix_micros : call_notation<unix_micros> {
  static constexpr const char* symbol = "unix_micros";
  static constexpr std::int64_t apply(timestamp time) { return time.micros; }
};

constexpr timestamp timestamp_of(std::int64_t count, std::int64_t micros) {
  std::int64_t product{};
  if (__builtin_mul_overflow(count, micros, &product)) throw_arithmetic_overflow();
  return timestamp{product};
}
// Of a floating-point number too: to the microsecond, null if it is infinite or no number.
struct timestamp_seconds : call_notation<timestamp_seconds> {
  static constexpr const char* symbol = "timestamp_seconds";
  static constexpr timestamp apply(Integer auto seconds) {
    return timestamp_of(converted<std::int64_t>(seconds), micros_per_second);
  }
  static constexpr std::optional<timestamp> apply(std::floating_point auto seconds) {
    constexpr double end = 9223372036854775808.0;
    const double micros = static_cast<double>(seconds) * 1e6;
    if (!(seconds - seconds == 0)) return std::nullopt;
    if (micros >= end) return timestamp{(std::numeric_limits<std::int64_t>::max)()};
    if (micros <= -end) return timestamp{(std::numeric_limits<std::int64_t>::min)()};
    return timestamp{static_cast<std::int64_t>(micros)};
  }
};
struct timestamp_millis : call_notation<timestamp_millis> {
  static constexpr const char* symbol = "timestamp_millis";
  static constexpr timestamp apply(Integer auto millis) { return timestamp_of(converted<std::int64_t>(millis), 1000); }
};
struct timestamp_micros : call_notation<timestamp_micros> {
  static constexpr const char* symbol = "timestamp_micros";
  static constexpr timestamp apply(Integer auto micros) { return timestamp{converted<std::int64_t>(micros)}; }
};

struct date_format : call_notation<date_format> {
  static constexpr const char* symbol = "date_format";
  static std::string apply(Dated auto time, const Text auto& pattern) { return formatted_time(time, pattern); }
};

}  // namespace functions

template <Expression A>
constexpr auto year(A&& time) {
  return call_of<functions::year>(std::forward<A>(time));
}
template <Expression A>
constexpr auto quarter(A&& time) {
  return call_of<functions::quarter>(std::forward<A>(time));
}
template <Expression A>
constexpr auto month(A&& time) {
  return call_of<functions::month>(std::forward<A>(time));
}
template <Expression A>
constexpr auto week_of_year(A&& time) {
  return call_of<functions::week_of_year>(std::forward<A>(time));
}
template <Expression A>
constexpr auto day(A&& time) {
  return call_of<functions::day>(std::forward<A>(time));
}
template <Expression A>
constexpr auto day_of_week(A&& time) {
  return call_of<functions::day_of_week>(std::forward<A>(time));
}
template <Expression A>
constexpr auto day_of_year(A&& time) {
  return call_of<functions::day_of_year>(std::forward<A>(time));
}
template <Expression A>
constexpr auto hour(A&& time) {
  return call_of<functions::hour>(std::forward<A>(time));
}
template <Expression A>
constexpr auto minute(A&& time) {
  return call_of<functions::minute>(std::forward<A>(time));
}
template <Expression A>
constexpr auto second(A&& time) {
  return call_of<functions::second>(std::forward<A>(time));
}
// `date_trunc(time_unit::hour, "time"_c)`.
template <Expression A>
constexpr auto date_trunc(time_unit unit, A&& time) {
  return call_of<functions::date_trunc>(unit, std::forward<A>(time));
}
template <Expression A>
constexpr auto unix_seconds(A&& time) {
  return call_of<functions::unix_seconds>(std::forward<A>(time));
}
template <Expression A>
constexpr auto unix_millis(A&& time) {
  return call_of<functions::unix_millis>(std::forward<A>(time));
}
template <Expression A>
constexpr auto unix_micros(A&& time) {
  return call_of<functions::unix_micros>(std::forward<A>(time));
}
template <Expression A>
constexpr auto timestamp_seconds(A&& seconds) {
  return call_of<functions::timestamp_seconds>(std::forward<A>(seconds));
}
template <Expression A>
constexpr auto timestamp_millis(A&& millis) {
  return call_of<functions::timestamp_millis>(std::forward<A>(millis));
}
template <Expression A>
constexpr auto timestamp_micros(A&& micros) {
  return call_of<functions::timestamp_micros>(std::forward<A>(micros));
}
// `date_format("time"_c, "yyyy-MM-dd HH:mm:ss.SSS")`. The pattern is checked at once: error date_pattern.
template <Expression A, class Pattern>
  requires std::convertible_to<Pattern, std::string_view>
constexpr auto date_format(A&& time, Pattern&& pattern) {
  check_date_pattern(pattern);
  return call_of<functions::date_format>(std::forward<A>(time), std::forward<Pattern>(pattern));
}

}  // namespace tidemark
