// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// select(columns…): rows of just these columns, as they are or computed.

#include <tidemark/operators/row_views.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/projection.hpp>
#include <tidemark/rules/columns.hpp>

#include <utility>

namespace tidemark::stage {

template <class Expressions, class Next>
class select {
 public:
  constexpr select(Expressions columns, Next next) : columns_(std::move(columns)), next_(std::move(next)) {}

  [[gnu::always_inline]] constexpr void process(const auto& row) {
    columns_.unpack([&](const auto&... expressions) { next_.process(choose(row, expressions...)); });
  }
  constexpr void end_of_batch(const batch_info& batch) { next_.end_of_batch(batch); }

 private:
  [[no_unique_address]] Expressions columns_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

template <class Input, class... Es>
struct select {
  using input_type = Input;
  using fields = field_list<field<column_name_of<Es>, type_of<Es, row_of<Input>>>...>;
  using row = row_from<fields>;
  using verdict = first_violation<expression_fits<Es, row_of<Input>>..., is_named<Es>..., names_are_unique<fields>>;
  using event_time = event_time_after_select<event_time_of<Input>, Es...>;
  template <name Mark>
  using marked_by = columns_behind<Mark, Es...>;
  template <class Required>
  using needs = united_names<typename Es::columns...>;

  Input input;
  expression_pack<Es...> columns;

  constexpr select(Input below, Es... expressions) : input(std::move(below)), columns(std::move(expressions)...) {}

  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return stage::select<expression_pack<Es...>, Next>(columns, std::move(next));
  }
  void describe(auto& printer) const {
    columns.unpack([&](const auto&... expressions) { printer.step("select", expressions...); });
  }
};

}  // namespace tidemark::plan

namespace tidemark {

// Rows of these columns, in this order: columns ("auction"_c) and named expressions (("price"_c * 2).as("double_price"_c)).
template <Expression... Es>
constexpr auto select(Es... columns) {
  return step<plan::select, Es...>(std::move(columns)...);
}

}  // namespace tidemark
