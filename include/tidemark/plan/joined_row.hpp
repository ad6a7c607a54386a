// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows of a join: how a condition sees a row of either side, and what a pair of them, or one with nulls, looks like.
//
// A condition names columns of the left side as they are, those of the right side by `right("name"_c)`, which is the column
// "right.name". So the columns that an expression reads tell which sides it is about.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/join_type.hpp>
#include <tidemark/row/owned.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace detail {

inline constexpr std::string_view right_prefix = "right.";

// The text from `from` on, as a name of its own, behind `prefix`.
template <std::size_t Size>
consteval name<Size> renamed(std::string_view prefix, std::string_view text) {
  name<Size> made;
  std::size_t at = 0;
  for (const char c : prefix) made.text[at++] = c;
  for (const char c : text) made.text[at++] = c;
  return made;
}

}  // namespace detail

// The name by which a condition calls a column of the right side; whether a name is such a one; and the column's own name.
template <name Bare>
inline constexpr auto right_name =
    detail::renamed<sizeof(Bare.text) + detail::right_prefix.size()>(detail::right_prefix, Bare.view());
template <name Name>
inline constexpr bool is_right_name = Name.view().substr(0, detail::right_prefix.size()) == detail::right_prefix;
template <name Name>
  requires is_right_name<Name>
inline constexpr auto bare_name =
    detail::renamed<sizeof(Name.text) - detail::right_prefix.size()>("", Name.view().substr(detail::right_prefix.size()));

// A column of the right side of a join, in the join's condition: `"ad"_c == right("ad_id"_c)`.
template <name Name>
constexpr column<right_name<Name>> right(column<Name> /*name*/) {
  return {};
}

namespace detail {

template <class Names>
struct names_of_sides;
template <name... Names>
struct names_of_sides<name_list<Names...>> {
  template <name Name>
  static consteval auto as_right() {
    if constexpr (is_right_name<Name>) return name_list<bare_name<Name>>{};
    else return name_list<>{};
  }
  using left = united_names<std::conditional_t<is_right_name<Names>, name_list<>, name_list<Names>>...>;
  using right = united_names<decltype(as_right<Names>())...>;
};

}  // namespace detail

// The names of each side among those that a condition reads, as the sides call them.
template <class Names>
using left_names = typename detail::names_of_sides<Names>::left;
template <class Names>
using right_names = typename detail::names_of_sides<Names>::right;

// A row of the right side, its columns called as a condition calls them.
template <class R>
struct right_columns {
  const R& right;
};

// A row of each side, as a condition sees them.
template <class L, class R>
struct joined_pair {
  const L& left;
  const R& right;
};

namespace detail {

template <class Fields>
struct fields_of_right;
template <class... Fields>
struct fields_of_right<field_list<Fields...>> {
  using type = field_list<field<right_name<Fields::key>, typename Fields::type>...>;
};

}  // namespace detail

template <class R>
struct row_traits<right_columns<R>> {
  using fields = typename detail::fields_of_right<fields_of<R>>::type;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const right_columns<R>& view) {
    return tidemark::get<bare_name<Wanted>>(view.right);
  }
};

template <class L, class R>
struct row_traits<joined_pair<L, R>> {
  using fields = joined_fields<fields_of<L>, fields_of<right_columns<R>>>;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const joined_pair<L, R>& pair) {
    if constexpr (is_right_name<Wanted>) return tidemark::get<bare_name<Wanted>>(pair.right);
    else return tidemark::get<Wanted>(pair.left);
  }
};

namespace detail {

// Null can be made beside a small value when it is read; anything else is kept so that a null can stand in its place, and be
// referred to.
template <class T, bool MayBeMissing>
using side_column = std::conditional_t<MayBeMissing && !std::is_trivially_copyable_v<owned<T>>, nullable<owned<T>>, owned<T>>;

template <class Fields, bool MayBeMissing>
struct side_fields;
template <class... Fields, bool MayBeMissing>
struct side_fields<field_list<Fields...>, MayBeMissing> {
  using type = field_list<field<Fields::key, side_column<typename Fields::type, MayBeMissing>>...>;
};

}  // namespace detail

// The form in which a join keeps the columns `Names` of rows R of one side, which `MayBeMissing` in its result. R itself if
// that will do.
template <Row R, bool MayBeMissing, class Names = typename fields_of<R>::names>
using side_row = std::conditional_t<
    std::is_same_v<typename detail::side_fields<kept_fields<fields_of<R>, Names>, MayBeMissing>::type, fields_of<R>>, R,
    row_from<typename detail::side_fields<kept_fields<fields_of<R>, Names>, MayBeMissing>::type>>;

namespace detail {

template <class Fields, bool Nullable>
struct nullable_fields;
template <class... Fields, bool Nullable>
struct nullable_fields<field_list<Fields...>, Nullable> {
  using type = field_list<field<Fields::key, nullable<typename Fields::type, Nullable>>...>;
};

// A column by which both sides are joined is one column: that of the side that is always there, or of both.
template <class Type, class L, class R>
constexpr auto key_column_type() {
  if constexpr (Type::preserves_left && Type::preserves_right)
    return std::type_identity<nullable<meeting_type<L, R>, is_nullable<L> || is_nullable<R>>>{};
  else if constexpr (Type::preserves_right) return std::type_identity<R>{};
  else return std::type_identity<L>{};
}

}  // namespace detail

namespace detail {

template <class Type, class Left, class Right, class Keys>
struct result_of_join;
template <class Type, class Left, class Right, name... Keys>
struct result_of_join<Type, Left, Right, name_list<Keys...>> {
  using key_fields =
      field_list<field<Keys, typename decltype(key_column_type<Type, type_in<Left, Keys>, type_in<Right, Keys>>())::type>...>;
  template <class Fields, bool MayBeMissing>
  using rest = typename nullable_fields<dropped_fields<Fields, name_list<Keys...>>, MayBeMissing>::type;
  using type = joined_fields<key_fields, rest<Left, Type::preserves_right>, rest<Right, Type::preserves_left>>;
};
template <class Type, class Left, class Right, name... Keys>
  requires(Type::gives_left_only)
struct result_of_join<Type, Left, Right, name_list<Keys...>> {
  using type = Left;
};

}  // namespace detail

// The columns of a join of rows with columns `Left` and `Right`: the left ones, then the right ones, nullable where their side
// may be missing. The columns `Keys`, which both sides have, are there once, and stand first, as in the engine.
template <class Type, class Left, class Right, class Keys = name_list<>>
using result_fields = typename detail::result_of_join<Type, Left, Right, Keys>::type;

// Which sides of a row of the result are there.
enum class present_sides { both, left, right };

// A row of the result, with columns `Fields`: rows of both sides, in the form of side_row, or a row of one side. What stands
// for the side that is missing is a row made by default.
template <class Fields, class L, class R>
struct joined_row {
  const L& left;
  const R& right;
  present_sides present = present_sides::both;
};

template <class Fields, class L, class R>
struct row_traits<joined_row<Fields, L, R>> {
  using fields = Fields;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const joined_row<Fields, L, R>& row) {
    using type = type_in<Fields, Wanted>;
    if constexpr (has_column<L, Wanted> && has_column<R, Wanted>) {
      const bool is_right = row.present == present_sides::right;
      if constexpr (std::is_same_v<column_type<L, Wanted>, type> && std::is_same_v<column_type<R, Wanted>, type>)
        return is_right ? tidemark::get<Wanted>(row.right) : tidemark::get<Wanted>(row.left);
      else return is_right ? of_key<type>(tidemark::get<Wanted>(row.right)) : of_key<type>(tidemark::get<Wanted>(row.left));
    } else if constexpr (has_column<L, Wanted>) {
      return value_of<type>(tidemark::get<Wanted>(row.left), row.present != present_sides::right);
    } else {
      return value_of<type>(tidemark::get<Wanted>(row.right), row.present != present_sides::left);
    }
  }

 private:
  // A reference where the row holds the value; what a view computes is handed on as a value.
  template <class Wanted, class Kept>
  [[gnu::always_inline]] static constexpr auto value_of(Kept&& kept, [[maybe_unused]] bool is_there)
      -> std::conditional_t<std::is_same_v<Kept, const Wanted&>, const Wanted&, Wanted> {
    if constexpr (std::is_same_v<std::remove_cvref_t<Kept>, Wanted>) return std::forward<Kept>(kept);
    else return is_there ? Wanted(kept) : Wanted();
  }
  // A null here is the value of a row that the result does not have: the sides of its keys differ in that they can be null.
  template <class Wanted, class Kept>
  [[gnu::always_inline]] static constexpr Wanted of_key(const Kept& kept) {
    if constexpr (is_nullable<Kept> && !is_nullable<Wanted>) return is_null(kept) ? Wanted{} : converted<Wanted>(*kept);
    else return converted<Wanted>(kept);
  }
};

}  // namespace tidemark
