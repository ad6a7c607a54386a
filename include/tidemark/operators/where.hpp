// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// where(condition): keeps the rows for which it is true.

#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/projection.hpp>
#include <tidemark/rules/columns.hpp>

#include <utility>

namespace tidemark::stage {

template <class R, class Predicate, class Next>
class where {
 public:
  constexpr where(Predicate keep, Next next) : keep_(std::move(keep)), next_(std::move(next)) {}

  [[gnu::always_inline]] constexpr void process(const auto& row) {
    if (is_true(apply_to<R>(keep_, row))) next_.process(row);
  }
  constexpr void end_of_batch(const batch_info& batch) { next_.end_of_batch(batch); }

 private:
  [[no_unique_address]] Predicate keep_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

template <class Input, class Predicate>
struct where {
  using input_type = Input;
  using row = row_of<Input>;
  using verdict =
      first_violation<expression_fits<Predicate, row>, demand<is_condition<Predicate, row>, predicate_is_not_boolean>>;
  template <class Required>
  using needs = united_names<Required, columns_read<Predicate, row>>;

  Input input;
  [[no_unique_address]] Predicate keep;

  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return stage::where<row, Predicate, Next>(keep, std::move(next));
  }
  void describe(auto& printer) const { printer.step("where", keep); }
};

}  // namespace tidemark::plan

namespace tidemark {

// Keeps the rows for which the condition is true; null is not true. The condition is an expression ("price"_c > 100) or a
// callable that takes the row: [](const bid& b) { return b.price > 100; }.
template <class Predicate>
constexpr auto where(Predicate keep) {
  return step<plan::where, Predicate>(std::move(keep));
}

}  // namespace tidemark
