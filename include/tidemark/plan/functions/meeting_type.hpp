// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The type in which values of several types meet, where a function gives one of its arguments: coalesce, greatest, when.

#include <tidemark/plan/expression.hpp>
#include <tidemark/row/arithmetic_error.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/common_number.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// Types of one value, or one and a number, that say by std::common_type where they meet.
template <class A, class B>
concept MeetingScalars = (Scalar<A> || Scalar<B>)&&Column<A> && Column<B> && requires { typename std::common_type_t<A, B>; };

namespace detail {

template <class A, class B>
constexpr auto meeting_of_two() {
  if constexpr (is_wrong_type<A> || std::same_as<A, B>) return std::type_identity<A>{};
  else if constexpr (is_wrong_type<B>) return std::type_identity<B>{};
  else if constexpr (Number<A> && Number<B>) return std::type_identity<tidemark::common_number<A, B>>{};
  else if constexpr (Text<A> && Text<B>) return std::type_identity<std::string>{};
  else if constexpr (MeetingScalars<A, B>) return std::type_identity<std::common_type_t<A, B>>{};
  else return std::type_identity<no_operator>{};
}

template <class First, class... Rest>
constexpr auto meeting_of() {
  if constexpr (sizeof...(Rest) == 0) return std::type_identity<First>{};
  else return meeting_of_two<First, typename decltype(meeting_of<Rest...>())::type>();
}

}  // namespace detail

// The type that holds a value of any of these types, null left aside: the type itself if they are one, the common type of
// numbers, std::string for texts, else no_operator (or no_column if one of them is).
template <class... Values>
using meeting_type = typename decltype(detail::meeting_of<without_null<Values>...>())::type;

// A value in the type where it meets others. Requires: it is not null, or `To` can be.
template <class To, class From>
[[gnu::always_inline]] constexpr To converted(const From& value) {
  if constexpr (std::same_as<To, From>) return value;
  else if constexpr (is_nullable<From>) {
    if constexpr (is_nullable<To>) {
      if (is_null(value)) return std::nullopt;
    }
    return converted<without_null<To>>(*value);
  } else if constexpr (is_nullable<To>) return converted<without_null<To>>(value);
  else if constexpr (Integer<From> && Integer<To>) {
    if (!std::in_range<To>(value)) throw_arithmetic_overflow();
    return static_cast<To>(value);
  } else return static_cast<To>(value);
}

}  // namespace tidemark
