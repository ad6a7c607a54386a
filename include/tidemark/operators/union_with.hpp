// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// union_with(other): the rows of two streams as one.

#include <tidemark/operators/sides.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/rules/rows.hpp>

#include <type_traits>
#include <utility>

namespace tidemark::stage {

template <class Next>
class union_with {
 public:
  constexpr explicit union_with(Next next) : next_(std::move(next)) {}

  template <class Side>
  [[gnu::always_inline]] constexpr void process(Side /*side*/, const auto& row) {
    next_.process(row);
  }
  constexpr void end_of_batch(left_side /*side*/, const batch_info& /*batch*/) {}  // the right side follows
  constexpr void end_of_batch(right_side /*side*/, const batch_info& batch) { next_.end_of_batch(batch); }

 private:
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

template <class Left, class Right>
struct union_with {
  using left_type = Left;
  using right_type = Right;
  using row = row_of<Left>;
  using verdict = first_violation<demand<std::is_same_v<fields_of<row>, fields_of<row_of<Right>>>, union_columns_differ>,
                                  demand<is_streaming<Left> == is_streaming<Right>, union_mixed>>;
  using event_time = event_time_of<Left>;  // the engine takes the first side's marks
  template <class Side, class Required>
  using needs_of = Required;

  Left left;
  Right right;

  template <class Required, class Next>
  constexpr auto make_shared_stage(const auto& /*place*/, Next next) const {
    return stage::union_with<Next>(std::move(next));
  }
  void describe(auto& printer) const { printer.step("union_with"); }
};

}  // namespace tidemark::plan

namespace tidemark {

// The rows of both streams, which must have the same columns in the same order. Per batch the left rows come first.
template <class Other>
constexpr auto union_with(stream<Other> other) {
  return step<plan::union_with, Other>(std::move(other).plan());
}

// A refused stream on the right side refuses the union, without a second error.
constexpr rejected union_with(rejected other) { return other; }

}  // namespace tidemark
