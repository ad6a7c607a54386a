// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Several values of their own types as one: what a std::tuple is, but flat, and without size where they have none.

#include <cstddef>
#include <utility>

namespace tidemark {

// What a pack is made of, for those that are one themselves. Equal empty values are apart by their number.
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

// The values are handed out by `unpack(f)`, which calls f(values...).
template <class... Ts>
class pack : packed_all<std::index_sequence_for<Ts...>, Ts...> {
  using all = packed_all<std::index_sequence_for<Ts...>, Ts...>;

 public:
  static constexpr std::size_t size = sizeof...(Ts);

  constexpr explicit pack(Ts... given) : all(std::move(given)...) {}

  template <class F>
  [[gnu::always_inline]] constexpr decltype(auto) unpack(F&& f) const {
    return unpack_with(f, std::index_sequence_for<Ts...>{});
  }

 private:
  template <class F, std::size_t... Indices>
  [[gnu::always_inline]] constexpr decltype(auto) unpack_with(F& f, std::index_sequence<Indices...> /*which*/) const {
    return f(nth<Indices>(*this)...);
  }
};

// One pack of what several hold.
constexpr pack<> joined_packs() { return pack<>(); }
template <class... As>
constexpr pack<As...> joined_packs(const pack<As...>& one) {
  return one;
}
template <class... As, class... Bs, class... Rest>
constexpr auto joined_packs(const pack<As...>& a, const pack<Bs...>& b, const Rest&... rest) {
  const auto both =
      a.unpack([&](const As&... as) { return b.unpack([&](const Bs&... bs) { return pack<As..., Bs...>(as..., bs...); }); });
  return joined_packs(both, rest...);
}

}  // namespace tidemark
