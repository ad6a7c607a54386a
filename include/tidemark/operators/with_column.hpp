// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// with_column(expression): the row with one more column, or with one replaced.

#include <tidemark/operators/row_views.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/projection.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/rules/columns.hpp>

#include <type_traits>
#include <utility>

namespace tidemark::stage {

template <class E, class Next>
class with_column {
 public:
  constexpr with_column(E column, Next next) : column_(std::move(column)), next_(std::move(next)) {}

  template <class Row>
  [[gnu::always_inline]] constexpr void process(const Row& row) {
    const auto& value = column_(row);
    next_.process(with_value<Row, E::key, std::remove_cvref_t<decltype(value)>>{row, value});
  }
  constexpr void end_of_batch(const batch_info& batch) { next_.end_of_batch(batch); }

 private:
  [[no_unique_address]] E column_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

template <class Input, class E>
struct with_column {
  using input_type = Input;
  static constexpr auto key = column_name_of<E>;
  using row = row_from<fields_with<fields_of<row_of<Input>>, field<key, type_of<E, row_of<Input>>>>>;
  using verdict = first_violation<expression_fits<E, row_of<Input>>, is_named<E>>;
  using event_time =
      std::conditional_t<carries_event_time<E, event_time_of<Input>>, united_names<event_time_of<Input>, name_list<key>>,
                         names_without<event_time_of<Input>, key>>;
  template <name Mark>
  using marked_by = std::conditional_t<same_name<Mark, key>, typename E::columns, name_list<Mark>>;
  template <class Required>
  using needs = united_names<names_without<Required, key>, typename E::columns>;

  Input input;
  E column;

  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return stage::with_column<E, Next>(column, std::move(next));
  }
  void describe(auto& printer) const { printer.step("with_column", column); }
};

}  // namespace tidemark::plan

namespace tidemark {

// The row with this column besides; it replaces a column of the same name. Needs a name: ("price"_c * 2).as("double_price"_c).
template <Expression E>
constexpr auto with_column(E column) {
  return step<plan::with_column, E>(std::move(column));
}

}  // namespace tidemark
