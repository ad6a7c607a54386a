// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Parts of values: `"address"_c["city"_c]` of a struct or a window, `"items"_c[0]` of a list, `"prices"_c["EUR"]` of a map.
// What lies in the row is not copied on the way to its part.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/time_window.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace tidemark {

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_list_index(std::size_t size, const std::string& index, int first) {
  throw error("list_index_out_of_range", "a list of " + std::to_string(size) + " elements has none at " + index +
                                             ", counted from " + std::to_string(first) +
                                             "; use try_element_at to get null, or look at size(...) before");
}

// The member of a struct. Requires: it has one of this name.
template <name Member, class Whole>
constexpr decltype(auto) member_of(const Whole& whole) {
  if constexpr (!std::same_as<Whole, time_window>) return tidemark::get<Member>(whole);
  else if constexpr (same_name<Member, "start">) return (whole.start);
  else return (whole.end);
}

// The value under a key of a map, or nullptr.
template <Map Whole, class Key>
  requires Comparable<typename Whole::key_type, Key>
constexpr const typename Whole::mapped_type* value_under(const Whole& whole, const Key& key) {
  if constexpr (requires { whole.find(key); }) {
    const auto found = whole.find(key);
    return found == whole.end() ? nullptr : &found->second;
  } else {
    for (const auto& [one, value] : whole)
      if (is_equal(one, key)) return &value;
    return nullptr;
  }
}

// The element of a list at a position from 0.
template <List Whole>
constexpr decltype(auto) element_of(const Whole& whole, Integer auto index) {
  if (std::cmp_less(index, 0) || std::cmp_greater_equal(index, whole.size()))
    throw_list_index(whole.size(), std::to_string(index), 0);
  return whole[static_cast<std::size_t>(index)];
}

namespace detail {

// The value of the expression lies in the row: its place can be handed on.
template <class E, class R>
concept Located = requires(const E& e, const R& row) { e.place(row); } ||
                  std::is_lvalue_reference_v<decltype(std::declval<const E&>()(std::declval<const R&>()))>;

// Where the value lies, or nullptr if it is null.
template <class T>
constexpr auto* place_of(const T& value) {
  if constexpr (is_nullable<T>) return value ? std::addressof(*value) : nullptr;
  else return std::addressof(value);
}
template <class E, class R>
constexpr auto* place_in(const E& e, const R& row) {
  if constexpr (requires { e.place(row); }) return e.place(row);
  else return place_of(e(row));
}

}  // namespace detail

template <class E, name Member>
struct member_access : expression_of<member_access<E, Member>> {
  static constexpr auto key = Member;
  using columns = typename E::columns;

  template <class Whole>
  static constexpr auto type_in() {
    using plain = without_null<Whole>;
    if constexpr (is_wrong_type<plain>) return std::type_identity<plain>{};
    else if constexpr (std::same_as<plain, time_window>) {
      constexpr bool exists = same_name<Member, "start"> || same_name<Member, "end">;
      return std::type_identity<std::conditional_t<exists, nullable<timestamp, is_nullable<Whole>>, no_operator>>{};
    } else if constexpr (!Row<plain>) return std::type_identity<no_operator>{};
    else if constexpr (!has_column<plain, Member>) return std::type_identity<no_operator>{};
    else return std::type_identity<nullable<column_type<plain, Member>, is_nullable<Whole>>>{};
  }

  template <class R>
  using type = typename decltype(type_in<type_of<E, R>>())::type;

  [[no_unique_address]] E whole;

  constexpr explicit member_access(E from) : whole(std::move(from)) {}

  template <class R>
    requires detail::Located<E, R>
  [[gnu::always_inline]] constexpr const without_null<type<R>>* place(const R& row) const {
    const auto* from = detail::place_in(whole, row);
    return from == nullptr ? nullptr : detail::place_of(member_of<Member>(*from));
  }
  template <class R>
  [[gnu::always_inline]] constexpr decltype(auto) operator()(const R& row) const {
    using result = type<R>;
    if constexpr (!is_nullable<type_of<E, R>> && std::is_lvalue_reference_v<decltype(whole(row))>)
      return member_of<Member>(whole(row));
    else if constexpr (is_nullable<type_of<E, R>> && detail::Located<E, R>) {
      const auto* found = place(row);
      return found == nullptr ? result{} : result{*found};
    } else {
      const auto& from = whole(row);
      if constexpr (is_nullable<type_of<E, R>>) {
        if (is_null(from)) return result{};
      }
      return result{member_of<Member>(value_of_nullable(from))};
    }
  }
  void print(auto& out) const {
    whole.print(out);
    (out += '.') += Member.view();
  }
};

// Of a list: throws list_index_out_of_range where it has no such element. Of a map: null where it has no such key.
template <class E, class Index>
struct element_access : expression_of<element_access<E, Index>> {
  using columns = united_names<typename E::columns, typename Index::columns>;

  template <class Whole, class Key>
  static constexpr auto type_in_map() {
    if constexpr (!Comparable<typename Whole::key_type, Key>) return std::type_identity<no_operator>{};
    else return std::type_identity<nullable<typename Whole::mapped_type>>{};
  }
  template <class Whole, class At>
  static constexpr auto type_in() {
    using plain = without_null<Whole>;
    if constexpr (is_wrong_type<plain>) return std::type_identity<plain>{};
    else if constexpr (is_wrong_type<At>) return std::type_identity<At>{};
    else if constexpr (Map<plain>) return type_in_map<plain, without_null<At>>();
    else if constexpr (!List<plain> || !Integer<without_null<At>>) return std::type_identity<no_operator>{};
    else return std::type_identity<nullable<typename plain::value_type, is_nullable<Whole> || is_nullable<At>>>{};
  }

  template <class R>
  using type = typename decltype(type_in<type_of<E, R>, type_of<Index, R>>())::type;

  [[no_unique_address]] E whole;
  [[no_unique_address]] Index index;

  constexpr explicit element_access(E from, Index at) : whole(std::move(from)), index(std::move(at)) {}

  template <class R>
    requires detail::Located<E, R> && (!std::same_as<without_null<type<R>>, bool>)
  [[gnu::always_inline]] constexpr const without_null<type<R>>* place(const R& row) const {
    const auto* from = detail::place_in(whole, row);
    const auto& at = index(row);
    if (from == nullptr || is_null(at)) return nullptr;
    if constexpr (Map<without_null<type_of<E, R>>>) {
      const auto* found = value_under(*from, value_of_nullable(at));
      return found == nullptr ? nullptr : detail::place_of(*found);
    } else {
      return detail::place_of(element_of(*from, value_of_nullable(at)));
    }
  }
  template <class R>
  [[gnu::always_inline]] constexpr decltype(auto) operator()(const R& row) const {
    using result = type<R>;
    constexpr bool is_map = Map<without_null<type_of<E, R>>>;
    constexpr bool can_be_null = is_map || is_nullable<type_of<E, R>> || is_nullable<type_of<Index, R>>;
    if constexpr (!can_be_null && std::is_lvalue_reference_v<decltype(whole(row))>) return element_of(whole(row), index(row));
    else if constexpr (can_be_null && requires { place(row); }) {
      const auto* found = place(row);
      return found == nullptr ? result{} : result{*found};
    } else {
      const auto& from = whole(row);
      const auto& at = index(row);
      if constexpr (can_be_null) {
        if (is_null(from) || is_null(at)) return result{};
      }
      if constexpr (is_map) {
        const auto* found = value_under(value_of_nullable(from), value_of_nullable(at));
        return found == nullptr ? result{} : result{*found};
      } else {
        return result{element_of(value_of_nullable(from), value_of_nullable(at))};
      }
    }
  }
  void print(auto& out) const {
    whole.print(out);
    index.print(out += '[');
    out += ']';
  }
};

}  // namespace tidemark
