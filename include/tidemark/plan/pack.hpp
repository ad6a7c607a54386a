// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Several values of their own types as one: what a std::tuple is, but flat, and without size where they have none.

#include <cstddef>
#include <utility>

namespace tidemark {

namespace detail {

// Equal empty values are apart by their number.
template <std::size_t Index, class T>
struct packed {
  [[no_unique_address]] T value;
};

template <class Indices, class... Ts>
struct packed_all;
template <std::size_t... Indices, class... Ts>
struct packed_all<std::index_sequence<Indices...>, Ts...> : packed<Indices, Ts>... {
  constexpr explicit packed_all(Ts... given) : packed<Indices, Ts>{std::move(given)}... {}
};

template <std::size_t Index, class T>
constexpr const T& nth(const packed<Index, T>& one) {
  return one.value;
}
template <std::size_t Index, class T>
constexpr T&& nth(packed<Index, T>&& one) {
  return std::move(one.value);
}

}  // namespace detail

// Handed out by `unpack(f)`, which calls f(values...).
template <class... Ts>
class pack : detail::packed_all<std::index_sequence_for<Ts...>, Ts...> {
  using all = detail::packed_all<std::index_sequence_for<Ts...>, Ts...>;

 public:
  constexpr explicit pack(Ts... given) : all(std::move(given)...) {}

  template <class F>
  [[gnu::always_inline]] constexpr decltype(auto) unpack(F&& f) const& {
    return unpack_with(f, std::index_sequence_for<Ts...>{});
  }
  template <class F>
  constexpr decltype(auto) unpack(F&& f) && {
    return std::move(*this).unpack_with(f, std::index_sequence_for<Ts...>{});
  }

 private:
  template <class F, std::size_t... Indices>
  [[gnu::always_inline]] constexpr decltype(auto) unpack_with(F& f, std::index_sequence<Indices...> /*which*/) const& {
    return f(detail::nth<Indices>(*this)...);
  }
  template <class F, std::size_t... Indices>
  constexpr decltype(auto) unpack_with(F& f, std::index_sequence<Indices...> /*which*/) && {
    return f(detail::nth<Indices>(std::move(*this))...);
  }
};

}  // namespace tidemark
