// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What joins of two streams have in common: what they read and keep of their sides, by which keys these are sent, and how the
// kind is written down.

#include <tidemark/operators/sides.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/join_condition.hpp>
#include <tidemark/plan/joined_row.hpp>
#include <tidemark/plan/right_names.hpp>
#include <tidemark/row/field_lists.hpp>

#include <string_view>
#include <type_traits>

namespace tidemark::plan {

namespace detail {

// What a result with columns `Required` has of the rows of each side. A column by which the sides are joined under one name
// comes from one of them, of a full outer join from both.
template <class Join, class Required>
struct columns_given {
  using type = typename Join::join_type;
  using keys = typename Join::keys;
  template <bool GivesKeys, class Side>
  using of = names_among<std::conditional_t<GivesKeys, Required, names_besides<Required, keys>>, fields_of<row_of<Side>>>;

  using of_left = of<!type::preserves_right || type::preserves_left, typename Join::left_type>;
  using of_right = std::conditional_t<type::gives_left_only, name_list<>, of<type::preserves_right, typename Join::right_type>>;
};

}  // namespace detail

// What a join reads of a side: what comes out, what its condition asks, and the time by which rows are late.
template <class Join, class Side, class Required>
using columns_read_of_side = std::conditional_t<
    std::is_same_v<Side, left_side>,
    united_names<typename detail::columns_given<Join, Required>::of_left, left_names<typename Join::expression_type::columns>,
                 event_time_of<typename Join::left_type>>,
    united_names<typename detail::columns_given<Join, Required>::of_right, right_names<typename Join::expression_type::columns>,
                 event_time_of<typename Join::right_type>>>;

// The rows as a join keeps them where `Required` of its result are needed: what comes out of a side, and what the condition
// asks of pairs. Keys are kept once for all of their rows, times beside them.
template <class Join, class Required>
class kept_by_join {
  using type = typename Join::join_type;
  using given = detail::columns_given<Join, Required>;
  using asked = typename join_condition<decltype(Join::condition)>::pair_columns;

 public:
  using left_row = side_row<row_of<typename Join::left_type>, type::preserves_right,
                            united_names<typename given::of_left, left_names<asked>>>;
  using right_row = side_row<row_of<typename Join::right_type>, type::preserves_left,
                             united_names<typename given::of_right, right_names<asked>>>;
  using result_view = joined_row<kept_fields<typename Join::fields, Required>, left_row, right_row>;
};

// What keys rows of a side are sent to a partition by.
template <class Reader, class Side>
struct keys_of_side {
  [[no_unique_address]] Reader reader;

  [[gnu::always_inline]] auto operator()(const auto& row) const {
    if constexpr (std::is_same_v<Side, left_side>) return reader.of_left(row);
    else return reader.of_right(row);
  }
};

// A word that is printed as a setting.
struct printed_word {
  std::string_view word;
  void print(auto& out) const { out += word; }
};

}  // namespace tidemark::plan
