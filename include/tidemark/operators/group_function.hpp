// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a function over groups is called with and what becomes of its result.

#include <tidemark/operators/flat_map.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/rules/keyed_groups.hpp>
#include <tidemark/rules/rows.hpp>

#include <span>
#include <type_traits>
#include <utility>

namespace tidemark {

// The function's result is a row, or a range of rows.
struct one_row {
  template <class Result>
  using element = Result;
  [[gnu::always_inline]] static void pass(const auto& made, auto& next) { next.process(made); }
};
struct rows_of_range {
  template <class Result>
  using element = typename decltype(plan::detail::element_of<Result>())::type;
  [[gnu::always_inline]] static void pass(auto&& made, auto& next) {
    for (auto&& one : made) next.process(one);
  }
};

namespace detail {

template <PlanNode N>
struct keys_of_input {
  using type = group_keys<row_of<N>>;  // not grouped: another rule speaks
};
template <PlanNode N>
  requires is_keyed<N>
struct keys_of_input<N> {
  using type = typename N::keys_type;
};

}  // namespace detail

// The keys by which the rows of an input are grouped.
template <PlanNode N>
using keys_of_groups = typename detail::keys_of_input<N>::type;

// What a function makes of a group, if it is to be asked: `Asks` is false where an earlier rule has spoken. `State` is the type
// of the state that it gets behind key and rows; none or one.
template <bool Asks, PlanNode Input, class F, class Emits, class... State>
struct group_function {
  using key =
      std::remove_cvref_t<decltype(keys_of_groups<Input>::of(std::declval<const typename keys_of_groups<Input>::kept&>()))>;
  using rows = std::span<const row_of<Input>>;

  static constexpr bool is_callable() {
    if constexpr (Asks) return requires(const F& f, const key& of, rows all, State&... state) { f(of, all, state...); };
    else return false;
  }
  static constexpr auto result() {
    if constexpr (is_callable())
      return std::type_identity<std::remove_cvref_t<decltype(std::declval<const F&>()(
          std::declval<const key&>(), std::declval<rows>(), std::declval<State&>()...))>>{};
    else return std::type_identity<tidemark::row<>>{};
  }
  using element = typename Emits::template element<typename decltype(result())::type>;
  using row = std::conditional_t<Row<element>, element, tidemark::row<>>;
  using verdict = std::conditional_t<
      Asks, first_violation<demand<is_callable(), group_function_signature>, demand<Row<element>, result_is_not_a_record>>, ok>;

  // Named where a node is made and never run: what is wrong inside the function is then said there.
  static void call(const F& f, const key& of, rows all, State&... state) {
    if constexpr (is_callable()) static_cast<void>(f(of, all, state...));
  }
};

}  // namespace tidemark
