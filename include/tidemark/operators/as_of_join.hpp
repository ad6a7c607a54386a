// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// as_of_join(other, type, condition): each row of a stream with the newest row of another that was there by its event time.

#include <tidemark/operators/join_sides.hpp>
#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/sides.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/join_expiry.hpp>
#include <tidemark/plan/join_key_row.hpp>
#include <tidemark/plan/joined_pair.hpp>
#include <tidemark/plan/joined_row.hpp>
#include <tidemark/plan/using_columns.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/rules/event_time.hpp>
#include <tidemark/rules/joins.hpp>
#include <tidemark/state/as_of_table.hpp>
#include <tidemark/state/state_of.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark::stage {

// Kept: left rows until the evict watermark has reached their event time, and the right rows that such rows, or later ones,
// look back at. Evicted: a left row as it comes out; a right row once a newer one of its key is at or below the watermark, or
// once it is too old for all left rows above the watermark.
//
// The right rows of a batch are in state before its end, when left rows come out, and what comes later than that is above the
// watermark or late. So what comes out is final.
template <class Plan, class Required, class LateLeft, class LateRight, class Next>
class as_of_join {
  using kept = typename Plan::template kept<Required>;
  using left_row = typename kept::left_row;
  using right_row = typename kept::right_row;
  using state_type = typename Plan::template state_type<Required>;
  using table_type = std::remove_cvref_t<decltype(std::declval<state_type&>().table())>;
  using key_row = typename table_type::key_type;
  static constexpr bool is_outer = Plan::join_type::preserves_left;

 public:
  as_of_join(const Plan& plan, const auto& place, Next next)
      : keys_(plan.condition),
        tolerance_(plan.tolerance.micros()),
        table_(&place.template state<state_type>().table()),
        record_(&place.record()),
        late_left_(late_rows_of(place, left_side{})),
        late_right_(late_rows_of(place, right_side{})),
        next_(std::move(next)) {}

  // A row without a time or with a null key has no partner, which is known at once.
  [[gnu::always_inline]] void process(left_side /*side*/, const auto& row) {
    const std::int64_t time = Plan::times::left_event_micros(row);
    if (is_late(time)) [[unlikely]]
      return late_left_.process(row);
    decltype(auto) own = as_row<left_row>(row);
    if (time == never_leaves || !keys_.left_has_keys(row)) {
      if constexpr (is_outer) put_out(own, nullptr);
      return;
    }
    const number key = number_of(keys_.of_left(row));
    table_->add_left(std::forward<decltype(own)>(own), time, key);
    ++updated_;
  }
  [[gnu::always_inline]] void process(right_side /*side*/, const auto& row) {
    const std::int64_t time = Plan::times::right_event_micros(row);
    if (is_late(time)) [[unlikely]]
      return late_right_.process(row);
    if (time == never_leaves || !keys_.right_has_keys(row)) return;
    const number key = number_of(keys_.of_right(row));
    table_->add_right(as_row<right_row>(row), time, key);
    ++updated_;
  }

  void end_of_batch(left_side /*side*/, const batch_info& /*batch*/) {}  // the right side follows
  void end_of_batch(right_side /*side*/, const batch_info& batch) {
    table_->settle();
    const std::int64_t rows = table_->rows();
    const std::int64_t through = saturating_multiply(record_->evict_ms, 1000);
    table_->take_left_through(through, tolerance_, [this](const left_row& left, const right_row* right) {
      if (is_outer || right != nullptr) put_out(left, right);
    });
    table_->let_go_right(through, tolerance_);
    record_->rows_updated = std::exchange(updated_, 0);
    record_->rows_removed = rows - table_->rows();
    record_->rows_dropped_late = std::exchange(dropped_late_, 0);
    next_.end_of_batch(batch);
  }

 private:
  using number = typename table_type::number;

  [[gnu::always_inline]] bool is_late(std::int64_t time) {
    if (time > saturating_multiply(record_->late_ms, 1000)) [[likely]]
      return false;
    ++dropped_late_;
    return true;
  }
  [[gnu::always_inline]] number number_of(const auto& key) {
    return table_->key_of(key, [&] { return key_row(as_row<key_row>(key)); });
  }
  // Not inlined: what is behind would be there twice.
  [[gnu::noinline]] void put_out(const left_row& left, const right_row* right) {
    if (right != nullptr) next_.process(typename kept::result_view{left, *right, present_sides::both});
    else next_.process(typename kept::result_view{left, no_right_, present_sides::left});
  }

  [[no_unique_address]] typename Plan::key_reader keys_;
  std::int64_t tolerance_;
  table_type* table_;
  step_record* record_;
  std::int64_t updated_ = 0;
  std::int64_t dropped_late_ = 0;
  right_row no_right_{};
  [[no_unique_address]] LateLeft late_left_;
  [[no_unique_address]] LateRight late_right_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark {

// How much older than a left row its right row may be: without a limit, or at most by a span.
struct any_age {
  static constexpr bool is_limited = false;
  static constexpr std::int64_t micros() { return never_leaves; }
};
struct age_limit {
  static constexpr bool is_limited = true;
  std::chrono::microseconds span;
  std::int64_t micros() const { return span.count(); }
};

}  // namespace tidemark

namespace tidemark::plan {

template <class Left, class Right, class Type, class Condition, class Tolerance>
struct as_of_join {
  using left_type = Left;
  using right_type = Right;
  using join_type = Type;
  using expression_type = typename condition_of_join<Condition>::expression_type;
  using keys = typename condition_of_join<Condition>::keys;

  using fields = result_fields<Type, owned_fields<fields_of<row_of<Left>>>, owned_fields<fields_of<row_of<Right>>>, keys>;
  using row = row_from<fields>;
  template <class Side, class Required>
  using needs_of = columns_read_of_side<as_of_join, Side, Required>;
  template <class Required>
  using kept = kept_by_join<as_of_join, Required>;

  using times = join_expiry<Condition, event_time_of<Left>, event_time_of<Right>>;
  using pair = joined_pair<row_of<Left>, row_of<Right>>;
  using verdict = first_violation<
      expression_fits<expression_type, pair>, demand<is_condition<expression_type, pair>, join_condition_is_not_boolean>,
      demand<std::is_same_v<Type, tidemark::join_type::inner> || std::is_same_v<Type, tidemark::join_type::left_outer>,
             as_of_join_type>,
      demand<(join_key_count<Condition> > 0), join_stream_stream_equality_required>,
      demand<join_has_keys_alone<Condition>, as_of_join_condition>,
      demand<(event_time_of<Left>::size > 0 && event_time_of<Right>::size > 0), as_of_join_needs_watermarks>,
      demand<(event_time_of<Left>::size <= 1 && event_time_of<Right>::size <= 1), watermark_two_columns>,
      names_of_sides_differ<fields_of<row_of<Left>>, fields_of<row_of<Right>>, keys>>;
  // A right row comes out with a time that the watermark may have passed long ago.
  using event_time = event_time_of<Left>;

  template <class Mode>
  using mode_verdict = demand<std::is_same_v<Mode, output_mode::append>, join_stream_stream_append_only>;

  struct stateful : stateful_step {
    static constexpr std::size_t watermarks_below = watermark_count<Left> + watermark_count<Right>;
    template <class Mode>
    static constexpr bool reacts_to_watermark = true;
    template <class Mode>
    static constexpr bool drops_late = true;
    template <class Mode>
    static constexpr bool is_bounded = Tolerance::is_limited;
    static constexpr const char* name = "asOfJoin";
  };
  using key_reader = join_key_reader<Condition, row_of<Left>, row_of<Right>>;
  using key_row = join_key_row<Condition, row_of<Left>, row_of<Right>>;
  using state_key_fields = fields_of<key_row>;
  template <class Required>
  using state_value_fields_of = fields_of<joined_pair<typename kept<Required>::left_row, typename kept<Required>::right_row>>;
  template <class Required>
  using state_type = state_of<as_of_table<key_row, typename kept<Required>::left_row, typename kept<Required>::right_row>>;

  Left left;
  Right right;
  Type type;
  Condition condition;
  Tolerance tolerance;

  constexpr as_of_join(Left left_input, Right right_input, Type kind, Condition on, Tolerance limit)
      : left(std::move(left_input)), right(std::move(right_input)), type(kind), condition(std::move(on)), tolerance(limit) {}

  // Rows with equal keys meet in one partition.
  template <class Side>
  constexpr keys_of_side<key_reader, Side> exchanged_by(Side /*side*/) const {
    return {key_reader(condition)};
  }

  template <class Required, class Next>
  auto make_shared_stage(const auto& place, Next next) const {
    using place_type = std::remove_cvref_t<decltype(place)>;
    return stage::as_of_join<as_of_join, Required, late_rows_at<place_type, left_side>, late_rows_at<place_type, right_side>,
                             Next>(*this, place, std::move(next));
  }
  // What the rows in state mean, beside their types.
  void for_each_setting(auto&& f) const {
    f("type", printed_word{Type::word});
    f("condition", condition);
  }
  void describe(auto& printer) const {
    if constexpr (Tolerance::is_limited) printer.step("as_of_join", Type::word, condition, tolerance.span);
    else printer.step("as_of_join", Type::word, condition);
  }
};

}  // namespace tidemark::plan

namespace tidemark {

struct as_of_join_options {
  std::chrono::microseconds tolerance{};
};

// Each left row with the right row of greatest event time at or before its own among those of its key, the last that came of
// several at that time: once, when the watermark has reached the left row. Without such a row: not at all (inner), or with
// nulls (left_outer). The newest right row of each key stays in state.
//   trades | td::as_of_join(quotes, td::left_outer, "symbol"_c == td::right("quoted"_c))
template <class Other, JoinType Type, class Condition, class Limit>
  requires(std::is_same_v<Limit, any_age> || std::is_same_v<Limit, age_limit>)
constexpr auto as_of_join(stream<Other> other, Type type, Condition condition, Limit limit) {
  if constexpr (Expression<Condition> || names_columns_of_both<Condition>)
    return step<plan::as_of_join, Other, Type, Condition, Limit>(std::move(other).plan(), type, std::move(condition), limit);
  else {
    join_condition_is_not_boolean::enforce<Condition>();
    return rejected{};
  }
}
template <class Other, JoinType Type, class Condition>
constexpr auto as_of_join(stream<Other> other, Type type, Condition condition) {
  return as_of_join(std::move(other), type, std::move(condition), any_age{});
}

// As above, but a right row that is older than the left one by more than the tolerance does not count, and leaves state once
// it can't. Throws error as_of_tolerance_negative.
//   trades | td::as_of_join(quotes, td::inner, "symbol"_c == td::right("quoted"_c), {.tolerance = 1min})
template <class Other, JoinType Type, class Condition>
constexpr auto as_of_join(stream<Other> other, Type type, Condition condition, as_of_join_options options) {
  if (options.tolerance.count() < 0)
    throw error("as_of_tolerance_negative", "the tolerance of an as-of join is below zero; give zero or more");
  return as_of_join(std::move(other), type, std::move(condition), age_limit{options.tolerance});
}

// A refused right side refuses the join, without a second error.
template <JoinType Type, class Condition>
constexpr rejected as_of_join(rejected other, Type /*type*/, const Condition& /*condition*/,
                              as_of_join_options /*options*/ = {}) {
  return other;
}

}  // namespace tidemark
