// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a join's condition says of times: from "right.t <= t + 1h" and the watermark of the right side follows up to which time
// left rows can find no partner any more.
//
// Which comparisons bound which columns is known at compile time, by how far only at run time.

#include <tidemark/plan/conjuncts.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/cast.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/logic.hpp>
#include <tidemark/row/timestamp.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace tidemark {

// A time as a column plus a constant: `"t"_c + 1h`; numbers count as seconds, as a time does that is cast to one.
template <class E>
struct time_term {
  static constexpr bool is_linear = false;
};
template <name Name>
struct time_term<column<Name>> {
  static constexpr bool is_linear = true;
  static constexpr bool is_exact = true;  // no fraction of a second is cut off
  using column_type = column<Name>;
  static constexpr std::int64_t micros(const column<Name>& /*term*/) { return 0; }
};

namespace detail {

template <class T>
concept TimeConstant = Number<T> || std::convertible_to<T, std::chrono::microseconds>;

template <TimeConstant T>
constexpr std::int64_t micros_of_constant(const T& value) {
  if constexpr (Integer<T>) return saturating_multiply(static_cast<std::int64_t>(value), 1'000'000);
  else if constexpr (Number<T>) return static_cast<std::int64_t>(static_cast<double>(value) * 1e6);
  else return std::chrono::microseconds(value).count();
}

}  // namespace detail

template <class A, detail::TimeConstant T>
  requires time_term<A>::is_linear
struct time_term<call<functions::add, A, literal<T>>> : time_term<A> {
  static constexpr std::int64_t micros(const call<functions::add, A, literal<T>>& sum) {
    return sum.unpack([](const A& a, const literal<T>& b) {
      return saturating_add(time_term<A>::micros(a), detail::micros_of_constant(b.value));
    });
  }
};
template <class A, detail::TimeConstant T>
  requires time_term<A>::is_linear
struct time_term<call<functions::add, literal<T>, A>> : time_term<A> {
  static constexpr std::int64_t micros(const call<functions::add, literal<T>, A>& sum) {
    return sum.unpack([](const literal<T>& b, const A& a) {
      return saturating_add(time_term<A>::micros(a), detail::micros_of_constant(b.value));
    });
  }
};
template <class A, detail::TimeConstant T>
  requires time_term<A>::is_linear
struct time_term<call<functions::subtract, A, literal<T>>> : time_term<A> {
  static constexpr std::int64_t micros(const call<functions::subtract, A, literal<T>>& difference) {
    return difference.unpack([](const A& a, const literal<T>& b) {
      return saturating_subtract(time_term<A>::micros(a), detail::micros_of_constant(b.value));
    });
  }
};
template <class To, class A>
  requires(time_term<A>::is_linear && (Number<To> || std::same_as<To, timestamp>))
struct time_term<call<functions::cast_to<To>, A>> : time_term<A> {
  static constexpr bool is_exact = false;
  static constexpr std::int64_t micros(const call<functions::cast_to<To>, A>& cast) {
    return cast.unpack([](const A& a) { return time_term<A>::micros(a); });
  }
};

// Whether a part of a condition says that one column lies above another one plus a constant.
template <class E>
struct lower_bound {
  static constexpr bool exists = false;
};

// Smaller < Greater, or <=; `IsTurned`: written the other way round.
template <class Smaller, class Greater, bool IsStrict, bool IsTurned>
struct bound_by {
  static constexpr bool exists = false;
};
template <class Smaller, class Greater, bool IsStrict, bool IsTurned>
  requires(time_term<Smaller>::is_linear && time_term<Greater>::is_linear && side_of<Smaller> != side_of<Greater>)
struct bound_by<Smaller, Greater, IsStrict, IsTurned> {
  static constexpr bool exists = true;
  using bounded = typename time_term<Greater>::column_type;
  using by = typename time_term<Smaller>::column_type;

  // Up to which time, in ms, rows have no partner any more when the column `by` is above the watermark.
  static constexpr std::int64_t highest_ms(const auto& comparison, std::int64_t watermark_ms) {
    return comparison.unpack([&](const auto& a, const auto& b) {
      if constexpr (IsTurned) return highest_ms_of(b, a, watermark_ms);
      else return highest_ms_of(a, b, watermark_ms);
    });
  }

 private:
  static constexpr std::int64_t highest_ms_of(const Smaller& smaller, const Greater& greater, std::int64_t watermark_ms) {
    constexpr bool is_exact = time_term<Smaller>::is_exact && time_term<Greater>::is_exact;
    const std::int64_t constant = saturating_subtract(time_term<Smaller>::micros(smaller), time_term<Greater>::micros(greater));
    const std::int64_t highest = saturating_add(saturating_multiply(watermark_ms, 1000), constant);
    return saturating_subtract(floor_divide(highest, 1000), (IsStrict ? 0 : 1) + (is_exact ? 0 : 1000));
  }
};

template <class A, class B>
struct lower_bound<call<functions::less, A, B>> : bound_by<A, B, true, false> {};
template <class A, class B>
struct lower_bound<call<functions::less_or_equal, A, B>> : bound_by<A, B, false, false> {};
template <class A, class B>
struct lower_bound<call<functions::greater, A, B>> : bound_by<B, A, true, true> {};
template <class A, class B>
struct lower_bound<call<functions::greater_or_equal, A, B>> : bound_by<B, A, false, true> {};

// A part of a condition that compares a column of one side with one of the other by order, in whatever form.
template <class E>
inline constexpr bool is_range = false;
template <class Function, class A, class B>
  requires(std::same_as<Function, functions::less> || std::same_as<Function, functions::less_or_equal> ||
           std::same_as<Function, functions::greater> || std::same_as<Function, functions::greater_or_equal>)
inline constexpr bool is_range<call<Function, A, B>> = side_of<call<Function, A, B>> == about::both_sides;
template <class A, class B>
inline constexpr bool is_range<call<functions::logical_or, A, B>> = is_range<A> || is_range<B>;

namespace detail {

template <class E, class Bounded, class By>
inline constexpr bool bounds = false;
template <class E, class Bounded, class By>
  requires(lower_bound<E>::exists)
inline constexpr bool bounds<E, Bounded, By> =
    std::same_as<typename lower_bound<E>::bounded, Bounded> && std::same_as<typename lower_bound<E>::by, By>;

template <class E, about Side, class By>
inline constexpr bool bounds_side = false;
template <class E, about Side, class By>
  requires(lower_bound<E>::exists)
inline constexpr bool bounds_side<E, Side, By> =
    side_of<typename lower_bound<E>::bounded> == Side && std::same_as<typename lower_bound<E>::by, By>;

}  // namespace detail

// What the parts of a condition say together. Columns of the right side by their names in the condition.
template <class Conjuncts>
struct bounds_in;
template <class... Es>
struct bounds_in<expression_pack<Es...>> {
  template <class Bounded, class By>  // the column Bounded is bounded by the column By
  static constexpr bool any = (detail::bounds<Es, Bounded, By> || ...);
  template <about Side, class By>  // some column of the side is
  static constexpr bool any_of_side = (detail::bounds_side<Es, Side, By> || ...);
  static constexpr bool any_linear = (lower_bound<Es>::exists || ...);
  static constexpr bool any_range = (is_range<Es> || ...);

  // Up to which time, in ms, rows have no partner any more: the least that a part says.
  template <class Bounded, class By>
  static constexpr std::optional<std::int64_t> least_ms(const expression_pack<Es...>& all, std::int64_t watermark_ms) {
    std::optional<std::int64_t> least;
    all.unpack([&](const Es&... each) { (take_least<Es, Bounded, By>(least, each, watermark_ms), ...); });
    return least;
  }

 private:
  template <class E, class Bounded, class By>
  static constexpr void take_least(std::optional<std::int64_t>& least, const E& one, std::int64_t watermark_ms) {
    if constexpr (detail::bounds<E, Bounded, By>) {
      const std::int64_t highest = lower_bound<E>::highest_ms(one, watermark_ms);
      least = least ? (std::min)(*least, highest) : highest;
    }
  }
};

template <class Condition>
using join_bounds = bounds_in<join_conjuncts<Condition>>;

}  // namespace tidemark
