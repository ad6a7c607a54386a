// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The condition of a join with a static table, told by input and table and not by left and right.

#include <tidemark/plan/join_condition.hpp>
#include <tidemark/plan/join_key_row.hpp>

namespace tidemark {

// A condition asked of rows of the input and of the table, whichever of them is the left side.
template <class Condition, class LeftRow, class RightRow, bool TableIsRight>
class table_condition {
 public:
  constexpr explicit table_condition(const Condition& condition) : keys_(condition), condition_(condition) {}

  [[gnu::always_inline]] constexpr bool input_may_match(const auto& row) const {
    if constexpr (TableIsRight) return condition_.left_may_match(row) && keys_.left_has_keys(row);
    else return condition_.right_may_match(row) && keys_.right_has_keys(row);
  }
  constexpr bool table_may_match(const auto& row) const {
    if constexpr (TableIsRight) return condition_.right_may_match(row) && keys_.right_has_keys(row);
    else return condition_.left_may_match(row) && keys_.left_has_keys(row);
  }
  [[gnu::always_inline]] constexpr auto key_of_input(const auto& row) const {
    if constexpr (TableIsRight) return keys_.of_left(row);
    else return keys_.of_right(row);
  }
  constexpr auto key_of_table(const auto& row) const {
    if constexpr (TableIsRight) return keys_.of_right(row);
    else return keys_.of_left(row);
  }
  [[gnu::always_inline]] constexpr bool holds(const auto& row, const auto& of_table) const {
    if constexpr (TableIsRight) return condition_.holds(row, of_table);
    else return condition_.holds(of_table, row);
  }

 private:
  [[no_unique_address]] join_key_reader<Condition, LeftRow, RightRow> keys_;
  [[no_unique_address]] join_condition<Condition> condition_;
};

}  // namespace tidemark
