// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// as<Record>(): rows as a struct, filled by name.

#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/rules/rows.hpp>

#include <utility>

namespace tidemark::stage {

template <class Record, class Next>
class as {
 public:
  constexpr explicit as(Next next) : next_(std::move(next)) {}

  [[gnu::always_inline]] constexpr void process(const auto& row) { next_.process(as_row<Record>(row)); }
  constexpr void end_of_batch(const batch_info& batch) { next_.end_of_batch(batch); }

 private:
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

// The record type travels as an empty tag.
template <class Record>
struct record_type {};

template <class Input, class Tag>
struct as;
template <class Input, class Record>
struct as<Input, record_type<Record>> {
  using input_type = Input;
  using row = Record;
  using verdict = demand<fills<Record, row_of<Input>>, record_does_not_fit>;
  using event_time = names_among<event_time_of<Input>, fields_of<Record>>;
  template <class Required>
  using needs = typename fields_of<Record>::names;

  Input input;
  [[no_unique_address]] record_type<Record> type;

  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return stage::as<Record, Next>(std::move(next));
  }
  void describe(auto& printer) const { printer.step("as"); }
};

}  // namespace tidemark::plan

namespace tidemark {

// Rows as this struct: each member from the column of its name and type; other columns are dropped.
template <Row Record>
constexpr auto as() {
  return step<plan::as, plan::record_type<Record>>({});
}

}  // namespace tidemark
