// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// distinct(): rows by all of their columns, as a table.

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/output_mode.hpp>

#include <type_traits>
#include <utility>

namespace tidemark::plan {

namespace detail {

template <class Input, class Names = typename fields_of<row_of<Input>>::names>
struct grouped_by_all;
template <class Input, name... Names>
struct grouped_by_all<Input, name_list<Names...>> {
  using type = group_by<Input, column<Names>...>;
  static constexpr type of(Input input) { return type(std::move(input), column<Names>{}...); }
};

}  // namespace detail

// An aggregation by all columns, without an aggregate.
template <class Input>
struct distinct : agg<typename detail::grouped_by_all<Input>::type> {
  using base = agg<typename detail::grouped_by_all<Input>::type>;
  using verdict = typename base::input_type::verdict;

  template <class Mode>
  using mode_verdict =
      demand<!std::is_same_v<Mode, output_mode::append> || base::stateful::has_event_time_key, append_distinct_needs_watermark>;

  constexpr explicit distinct(Input below) : base(detail::grouped_by_all<Input>::of(std::move(below))) {}

  void describe(auto& printer) const { printer.step("distinct"); }
};

}  // namespace tidemark::plan

namespace tidemark {

// The rows that there are, each once, as an aggregation: complete output is all of them; update puts a row out in each batch in
// which it comes; append once the watermark has passed it, which needs a column that carries one. For each row once and at
// once: drop_duplicates().
constexpr auto distinct() { return step<plan::distinct>(); }

}  // namespace tidemark
