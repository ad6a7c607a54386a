// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The type in which numbers of two types meet.

#include <tidemark/row/column_kind.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace tidemark {

namespace detail {

// An unsigned column counts as the next wider signed type; 64 bits have none and stay.
template <class T>
using signed_enough = std::conditional_t<
    std::signed_integral<T> || sizeof(T) == 8, T,
    std::conditional_t<sizeof(T) == 1, std::int16_t, std::conditional_t<sizeof(T) == 2, std::int32_t, std::int64_t>>>;

template <class A, class B>
constexpr auto common_number() {
  if constexpr (std::floating_point<A> && std::floating_point<B>) return std::common_type_t<A, B>{};
  else if constexpr (std::floating_point<A> || std::floating_point<B>) return double{};
  else {
    using a = signed_enough<A>;
    using b = signed_enough<B>;
    if constexpr (std::signed_integral<a> != std::signed_integral<b>) return std::int64_t{};
    else return std::conditional_t<(sizeof(a) >= sizeof(b)), a, b>{};
  }
}

}  // namespace detail

// The type in which two numbers meet: the wider integer; double as soon as one is floating and they differ.
template <Number A, Number B>
using common_number = decltype(detail::common_number<A, B>());

}  // namespace tidemark
