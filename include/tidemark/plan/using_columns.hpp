// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// `using_columns("id"_c)`: the condition of a join that makes one column of those that have the same name on both sides.

#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/logic.hpp>
#include <tidemark/plan/right_names.hpp>

#include <utility>

namespace tidemark {

// The columns of these names are equal on both sides, and one column of the result.
template <name... Names>
struct columns_on_both_sides {
  using keys = name_list<Names...>;

  constexpr auto expression() const { return (... && (column<Names>{} == right(column<Names>{}))); }
  void print(auto& out) const {
    out += "using";
    const char* before = " (";
    ((out += std::exchange(before, ", "), out += Names.view()), ...);
    out += ')';
  }
};

template <class T>
inline constexpr bool names_columns_of_both = false;
template <name... Names>
inline constexpr bool names_columns_of_both<columns_on_both_sides<Names...>> = true;

// A condition of a join: `using_columns("id"_c)`, which makes one column of those that have the same name on both sides.
template <name First, name... Rest>
constexpr columns_on_both_sides<First, Rest...> using_columns(column<First> /*first*/, column<Rest>... /*rest*/) {
  return {};
}

// A condition as an expression over joined_pair, and the names that it makes one column of.
template <class Condition>
struct condition_of_join {
  using expression_type = Condition;
  using keys = name_list<>;
};
template <name... Names>
struct condition_of_join<columns_on_both_sides<Names...>> {
  using expression_type = decltype(columns_on_both_sides<Names...>{}.expression());
  using keys = name_list<Names...>;
};

}  // namespace tidemark
