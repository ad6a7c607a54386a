// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// limit(n): the first n rows.

#include <tidemark/operators/row_views.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/rules/output_mode.hpp>
#include <tidemark/state/grouped_table.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/state_of.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

// All rows meet in one partition.
struct one_partition {
  constexpr auto operator()(const auto& any) const { return choose(any); }
};

// How many rows have passed.
using passed_rows = row<field<"rows", std::int64_t>>;
using passed_rows_state = state_of<grouped_table<no_group, row<>, passed_rows>>;

}  // namespace tidemark

namespace tidemark::stage {

// Rows beyond the limit are read all the same, so that steps below see all of theirs.
template <class Next>
class limit_of_batch {
 public:
  constexpr limit_of_batch(std::int64_t rows, Next next) : rows_(rows), left_(rows), next_(std::move(next)) {}

  [[gnu::always_inline]] constexpr void process(const auto& row) {
    if (left_ == 0) return;
    --left_;
    next_.process(row);
  }
  constexpr void end_of_batch(const batch_info& batch) {
    left_ = rows_;
    next_.end_of_batch(batch);
  }

 private:
  std::int64_t rows_;
  std::int64_t left_;
  [[no_unique_address]] Next next_;
};

// Kept: how many rows have passed since the query was first started.
template <class Next>
class limit_of_query {
  using table_type = expiry_groups<no_group, row<>, passed_rows>::table;

 public:
  limit_of_query(const auto& place, std::int64_t rows, Next next)
      : rows_(rows),
        passed_(&place.template state<passed_rows_state>().table().groups().at(no_group{})),
        record_(&place.record()),
        next_(std::move(next)) {}

  [[gnu::always_inline]] void process(const auto& row) {
    if (left_ == unknown) [[unlikely]]
      left_ = left_before_batch();
    if (left_ == 0) return;
    --left_;
    next_.process(row);
  }
  void end_of_batch(const batch_info& batch) {
    const std::int64_t new_rows = left_ == unknown ? 0 : left_before_batch() - left_;
    if (new_rows > 0)
      passed_->update(
          memory_hash<row<>>::of({}), row<>{}, [&](passed_rows& passed) { get<"rows">(passed) += new_rows; },
          [] { return row<>{}; });
    left_ = unknown;
    record_->rows_updated = new_rows > 0 ? 1 : 0;
    next_.end_of_batch(batch);
  }

 private:
  static constexpr std::int64_t unknown = -1;

  std::int64_t left_before_batch() const {
    const auto number = passed_->find(memory_hash<row<>>::of({}), row<>{});
    const std::int64_t passed = number == table_type::none ? 0 : get<"rows">(passed_->value(number));
    return (std::max)(rows_ - passed, std::int64_t{0});  // the limit may have been lowered since
  }

  std::int64_t rows_;
  table_type* passed_;
  step_record* record_;
  std::int64_t left_ = unknown;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

template <class Input, class Rows>
struct limit {
  using input_type = Input;
  using row = row_of<Input>;
  using verdict = ok;
  template <class Required>
  using needs = Required;

  template <class Mode>
  using mode_verdict = demand<!std::is_same_v<Mode, output_mode::update> || !is_streaming<Input>, limit_update>;

  // A table that comes whole in each batch is cut each time.
  struct stateful : stateful_step {
    static constexpr bool counts_in_chains = false;
    template <class Mode>
    static constexpr bool keeps_state =
        is_streaming<Input> && !(std::is_same_v<Mode, output_mode::complete> && lineage_of<Input>::has_aggregation);
    template <class Mode>
    static constexpr bool is_bounded = true;
    static constexpr const char* name = "globalLimit";
  };
  using state_key_fields = field_list<>;
  using state_value_fields = fields_of<passed_rows>;

  Input input;
  Rows rows;

  constexpr one_partition exchanged_by() const { return {}; }
  void for_each_setting(auto&& /*f*/) const {}

  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    using mode = typename std::remove_cvref_t<decltype(place)>::mode;
    if constexpr (stateful::template keeps_state<mode>) return stage::limit_of_query<Next>(place, rows, std::move(next));
    else return stage::limit_of_batch<Next>(rows, std::move(next));
  }
  void describe(auto& printer) const { printer.step("limit", rows); }
};

}  // namespace tidemark::plan

namespace tidemark {

// The first n rows. Of a stream: the first since the query was first started, in whatever order partitions bring them. In
// complete output, above an aggregation: of each batch's table. The query runs on, and steps below still see all rows. Throws
// error limit_negative.
constexpr auto limit(std::int64_t rows) {
  if (rows < 0) throw error("limit_negative", "the number of rows of a limit is below zero; give zero or more");
  return step<plan::limit, std::int64_t>(rows);
}

}  // namespace tidemark
