// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// drop(columns…): the row without these columns.

#include <tidemark/operators/row_views.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/rules/columns.hpp>

#include <utility>

namespace tidemark::stage {

template <class Names, class Next>
class drop {
 public:
  constexpr explicit drop(Next next) : next_(std::move(next)) {}

  template <class Row>
  [[gnu::always_inline]] constexpr void process(const Row& row) {
    next_.process(kept_columns<Row, Names>{row});
  }
  constexpr void end_of_batch(const batch_info& batch) { next_.end_of_batch(batch); }

 private:
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

template <class Input, class... Columns>
struct drop {
  using input_type = Input;
  using names = name_list<Columns::key...>;
  using fields = dropped_fields<fields_of<row_of<Input>>, names>;
  using row = row_from<fields>;
  using verdict = columns_exist<names, row_of<Input>>;
  using event_time = names_among<event_time_of<Input>, fields>;
  template <class Required>
  using needs = Required;

  Input input;

  constexpr explicit drop(Input below, Columns... /*names*/) : input(std::move(below)) {}

  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return stage::drop<typename fields::names, Next>(std::move(next));
  }
  void describe(auto& printer) const { printer.step("drop", Columns{}...); }
};

}  // namespace tidemark::plan

namespace tidemark {

// The row without these columns.
template <name... Names>
constexpr auto drop(column<Names>... columns) {
  return step<plan::drop, column<Names>...>(columns...);
}

}  // namespace tidemark
