// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a pair of rows of a join, or one with nulls, looks like in its result, and how either side is kept.

#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/join_type.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/row/row.hpp>

#include <type_traits>
#include <utility>

namespace tidemark {

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

}  // namespace detail

// The columns of a side: nullable if it may be missing.
template <class Fields, bool MayBeMissing>
using result_fields_of_side = typename detail::nullable_fields<Fields, MayBeMissing>::type;

namespace detail {

// A column by which both sides are joined is one column: that of the side that is always there, or of both.
template <class Type, class L, class R>
constexpr auto key_column_type() {
  if constexpr (Type::preserves_left && Type::preserves_right)
    return std::type_identity<nullable<meeting_type<L, R>, is_nullable<L> || is_nullable<R>>>{};
  else if constexpr (Type::preserves_right) return std::type_identity<R>{};
  else return std::type_identity<L>{};
}

template <class Type, class Left, class Right, class Keys>
struct result_of_join;
template <class Type, class Left, class Right, name... Keys>
struct result_of_join<Type, Left, Right, name_list<Keys...>> {
  using key_fields =
      field_list<field<Keys, typename decltype(key_column_type<Type, type_in<Left, Keys>, type_in<Right, Keys>>())::type>...>;
  template <class Fields, bool MayBeMissing>
  using rest = result_fields_of_side<dropped_fields<Fields, name_list<Keys...>>, MayBeMissing>;
  using type = joined_fields<key_fields, rest<Left, Type::preserves_right>, rest<Right, Type::preserves_left>>;
};

}  // namespace detail

// The columns of a join of rows with columns `Left` and `Right`: the left ones, then the right ones, nullable where their side
// may be missing. The columns `Keys`, which both sides have, are there once, and stand first, as in the engine.
template <class Type, class Left, class Right, class Keys = name_list<>>
using result_fields =
    std::conditional_t<Type::gives_left_only, Left, typename detail::result_of_join<Type, Left, Right, Keys>::type>;

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
