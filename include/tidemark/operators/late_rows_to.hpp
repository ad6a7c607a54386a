// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// late_rows_to(sink): the rows that the step before it drops as late are a second output of the query.

#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/rows_of_sink.hpp>
#include <tidemark/operators/sides.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/capabilities.hpp>
#include <tidemark/plan/late_sinks.hpp>
#include <tidemark/rules/late_rows.hpp>

#include <type_traits>
#include <utility>

namespace tidemark {

// The place of a step whose late rows are wanted.
template <class Place, class End>
class place_with_late_rows : public Place {
 public:
  place_with_late_rows(const Place& own, End end) : Place(own), end_(end) {}

  wanted_late_rows<End> late_rows() const { return wanted_late_rows<End>(end_); }

 private:
  End end_;
};
template <class Place, class Left, class Right>
class place_with_late_rows_of_sides : public Place {
 public:
  place_with_late_rows_of_sides(const Place& own, Left left, Right right) : Place(own), left_(left), right_(right) {}

  wanted_late_rows<Left> late_rows(left_side /*side*/) const { return wanted_late_rows<Left>(left_); }
  wanted_late_rows<Right> late_rows(right_side /*side*/) const { return wanted_late_rows<Right>(right_); }

 private:
  Left left_;
  Right right_;
};

}  // namespace tidemark

namespace tidemark::plan {

// The step itself, at another place: facts, state and reports are its own. It needs all columns of its input.
template <class Step, class... Sinks>
struct late_rows_to : Step {
  using verdict = late_rows_verdict<Step, sizeof...(Sinks)>;

  constexpr explicit late_rows_to(Step step, Sinks... /*sinks*/) : Step(std::move(step)) {}
};

template <UnaryNode Step, class S>
struct late_rows_to<Step, S> : Step {
  using late_row = row_of<typename Step::input_type>;
  using verdict = first_violation<late_rows_verdict<Step, 1>, rows_of_sink_verdict<S, late_row>>;
  static constexpr sink_capabilities late_sinks = capabilities_of<S>;
  template <class Required>
  using needs = typename fields_of<late_row>::names;

  S sink;

  constexpr late_rows_to(Step step, S to) : Step(std::move(step)), sink(std::move(to)) {}

  // A step that asks a table is given it between place and next.
  template <class Place, class... TableAndNext>
  auto make_stage(const Place& place, TableAndNext&&... others) const {
    using end = decltype(place.template output<late_row>(sink));
    const place_with_late_rows<Place, end> here(place, place.template output<late_row>(sink));
    return Step::make_stage(here, std::forward<TableAndNext>(others)...);
  }
  void describe(auto& printer) const {
    Step::describe(printer);
    printer.note("late rows to", sink.description());
  }
};

template <BinaryNode Step, class Left, class Right>
struct late_rows_to<Step, Left, Right> : Step {
  using left_row = row_of<typename Step::left_type>;
  using right_row = row_of<typename Step::right_type>;
  using verdict =
      first_violation<late_rows_verdict<Step, 2>, rows_of_sink_verdict<Left, left_row>, rows_of_sink_verdict<Right, right_row>>;
  static constexpr sink_capabilities late_sinks = both(capabilities_of<Left>, capabilities_of<Right>);
  template <class Side, class Required>
  using needs_of = typename fields_of<std::conditional_t<std::is_same_v<Side, left_side>, left_row, right_row>>::names;

  Left left_sink;
  Right right_sink;

  constexpr late_rows_to(Step step, Left to_left, Right to_right)
      : Step(std::move(step)), left_sink(std::move(to_left)), right_sink(std::move(to_right)) {}

  template <class Required, class Place, class Next>
  auto make_shared_stage(const Place& place, Next next) const {
    const auto left_end = place.template output<left_row>(left_sink);
    const auto right_end = place.template output<right_row>(right_sink);
    using here =
        place_with_late_rows_of_sides<Place, std::remove_const_t<decltype(left_end)>, std::remove_const_t<decltype(right_end)>>;
    return Step::template make_shared_stage<Required>(here(place, left_end, right_end), std::move(next));
  }
  void describe(auto& printer) const {
    Step::describe(printer);
    printer.note("late left rows to", left_sink.description());
    printer.note("late right rows to", right_sink.description());
  }
};

}  // namespace tidemark::plan

namespace tidemark {

// The rows that the step directly before it drops as late, as they came to it, are written to the sink: in append mode, with
// the batch, each once if the sink can do that. A row in several windows is late once all of them have ended.
//   … | td::agg(td::count()) | td::late_rows_to(td::json_sink("late")) | td::write_stream(…)
template <class S>
constexpr auto late_rows_to(S sink) {
  return step<plan::late_rows_to, S>(std::move(sink));
}
// Behind a join: a sink for the rows of each side.
template <class Left, class Right>
constexpr auto late_rows_to(Left left_sink, Right right_sink) {
  return step<plan::late_rows_to, Left, Right>(std::move(left_sink), std::move(right_sink));
}

}  // namespace tidemark
