// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The keys of a join as rows: those of a left and of a right row are equal, hash alike and are encoded alike where the
// condition's equalities hold.

#include <tidemark/plan/conjuncts.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/join_keys.hpp>
#include <tidemark/plan/joined_pair.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/row/row.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// The name of a key's column: key01, key02, …
template <std::size_t Index>
inline constexpr auto join_key_name = [] {
  name<6> made{"key00"};
  made.text[3] = static_cast<char>('0' + (Index + 1) / 10);
  made.text[4] = static_cast<char>('0' + (Index + 1) % 10);
  return made;
}();

namespace detail {

// The type in which a key's sides are compared, null left aside; no_operator if they can't be.
template <class Key, class L, class R>
using compared_type = meeting_type<type_of<typename Key::left_type, L>, type_of<typename Key::right_type, right_columns<R>>>;

template <class Key, class L, class R>
inline constexpr bool keeps_null = Key::nulls_meet && (is_nullable<type_of<typename Key::left_type, L>> ||
                                                       is_nullable<type_of<typename Key::right_type, right_columns<R>>>);

// What a side gives of a key: text that lies in the row is looked at, not copied.
template <class Compared, class Given>
using given_key = std::conditional_t<Text<Compared> && (std::is_lvalue_reference_v<Given> ||
                                                        std::is_same_v<without_null<Given>, std::string_view>),
                                     std::string_view, Compared>;

template <class Key, class L, class R>
using kept_key_type = nullable<compared_type<Key, L, R>, keeps_null<Key, L, R>>;

template <class Keys, class L, class R, class Indices>
struct key_row_of;
template <class... Keys, class L, class R, std::size_t... Indices>
struct key_row_of<expression_pack<Keys...>, L, R, std::index_sequence<Indices...>> {
  using type = row<field<join_key_name<Indices>, owned<kept_key_type<Keys, L, R>>>...>;
};

}  // namespace detail

template <class Condition>
inline constexpr std::size_t join_key_count = join_keys<Condition>::size;
// The condition asks nothing but its keys.
template <class Condition>
inline constexpr bool join_has_keys_alone = join_conjuncts<Condition>::size == join_key_count<Condition>;

// The keys as they are kept: a row of columns key01, key02, …
template <class Condition, class L, class R>
using join_key_row =
    typename detail::key_row_of<join_keys<Condition>, L, R, std::make_index_sequence<join_key_count<Condition>>>::type;

// Reads the keys from rows of either side. `L` and `R`: the row types that the condition was judged on.
template <class Condition, class L, class R>
class join_key_reader {
  using key_pack = join_keys<Condition>;

 public:
  constexpr explicit join_key_reader(const Condition& condition) : keys_(keys_among(conjuncts_of(condition))) {}

  // No key of the row is null, or those that are may meet a null.
  [[gnu::always_inline]] constexpr bool left_has_keys(const auto& row) const {
    return keys_.unpack([&](const auto&... each) { return (may_meet<decltype(each)>(each.left(row)) && ...); });
  }
  template <class Flowing>
  [[gnu::always_inline]] constexpr bool right_has_keys(const Flowing& row) const {
    const right_columns<Flowing> named{row};
    return keys_.unpack([&](const auto&... each) { return (may_meet<decltype(each)>(each.right(named)) && ...); });
  }
  // The keys, as a row with the columns of join_key_row. A null that meets nothing shows as a value.
  [[gnu::always_inline]] constexpr auto of_left(const auto& row) const {
    return keys_.unpack([&](const auto&... each) {
      return key_row(std::index_sequence_for<decltype(each)...>{}, key_value<decltype(each)>(each.left(row))...);
    });
  }
  template <class Flowing>
  [[gnu::always_inline]] constexpr auto of_right(const Flowing& row) const {
    const right_columns<Flowing> named{row};
    return keys_.unpack([&](const auto&... each) {
      return key_row(std::index_sequence_for<decltype(each)...>{}, key_value<decltype(each)>(each.right(named))...);
    });
  }

 private:
  template <class Key, class Value>
  [[gnu::always_inline]] static constexpr bool may_meet(const Value& value) {
    return std::remove_cvref_t<Key>::nulls_meet || !is_null(value);
  }
  template <std::size_t... Indices, class... Values>
  [[gnu::always_inline]] static constexpr auto key_row(std::index_sequence<Indices...> /*which*/, Values... values) {
    return row<field<join_key_name<Indices>, Values>...>(std::move(values)...);
  }

  template <class Key, class Value>
  [[gnu::always_inline]] static constexpr auto key_value(Value&& value) {
    using key = std::remove_cvref_t<Key>;
    using given = detail::given_key<detail::compared_type<key, L, R>, Value>;
    if constexpr (detail::keeps_null<key, L, R>)
      return is_null(value) ? std::optional<given>() : std::optional<given>(as<given>(value_of_nullable(value)));
    else if constexpr (is_nullable<Value>) return is_null(value) ? given() : as<given>(*value);
    else return as<given>(value);
  }
  template <class To, class From>
  [[gnu::always_inline]] static constexpr To as(const From& value) {
    if constexpr (std::is_same_v<To, std::string_view>) return std::string_view(value);
    else return converted<To>(value);
  }

  [[no_unique_address]] key_pack keys_;
};

}  // namespace tidemark
