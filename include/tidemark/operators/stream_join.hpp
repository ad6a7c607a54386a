// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A join of two streams: what runs and what it means. The call is in join.hpp.

#include <tidemark/operators/join_sides.hpp>
#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/sides.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/operators/time_to_live.hpp>
#include <tidemark/plan/join_condition.hpp>
#include <tidemark/plan/join_expiry.hpp>
#include <tidemark/plan/join_key_row.hpp>
#include <tidemark/plan/joined_pair.hpp>
#include <tidemark/plan/joined_row.hpp>
#include <tidemark/plan/using_columns.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/rules/event_time.hpp>
#include <tidemark/rules/joins.hpp>
#include <tidemark/state/join_block.hpp>
#include <tidemark/state/join_table.hpp>
#include <tidemark/state/state_of.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace tidemark::stage {

// Kept: the rows of both sides by key, as far as their columns are needed, each with whether it ever had a partner. Evicted: a
// row of either side once the evict watermark says that it can find no partner any more, or its time to live is over; of a semi
// join, a left row when it has found one.
//
// A row meets the rows of the other side that are there when it comes: those of earlier batches, and for a right row also the
// left ones of its own. A side that is not preserved has only rows that might match: others are passed over at once.
template <class Plan, class Required, class LateLeft, class LateRight, class Next>
class stream_join {
  using type = typename Plan::join_type;
  using kept = typename Plan::template kept<Required>;
  using left_row = typename kept::left_row;
  using right_row = typename kept::right_row;
  using state_type = typename Plan::template state_type<Required>;
  using table_type = std::remove_cvref_t<decltype(std::declval<state_type&>().table())>;
  using expiry_type = typename Plan::expiry_type;
  using key_row = typename table_type::key_type;
  using number = typename table_type::number;
  static constexpr number none = table_type::none;
  static constexpr bool is_semi = type::gives_left_only;
  static constexpr bool expires = Plan::expires;

 public:
  stream_join(const Plan& plan, const auto& place, Next next)
      : keys_(plan.condition),
        condition_(plan.condition),
        expiry_(plan.condition),
        lifetime_(plan.lifetime),
        table_(&place.template state<state_type>().table()),
        record_(&place.record()),
        late_left_(late_rows_of(place, left_side{})),
        late_right_(late_rows_of(place, right_side{})),
        next_(std::move(next)) {}

  template <class Side>
  [[gnu::always_inline]] void process(Side side, const auto& row) {
    constexpr bool is_left = std::is_same_v<Side, left_side>;
    constexpr bool is_preserved = is_left ? type::preserves_left : type::preserves_right;
    if (!knows_batch_) [[unlikely]]
      begin_batch();
    if constexpr (!is_preserved)
      if (!has_keys(side, row) || !may_match(side, row)) return;
    if (event_micros(side, row) <= late_through_) [[unlikely]] {
      ++dropped_late_;
      hand_out_late(side, row);
      return;
    }
    using own_row = std::conditional_t<is_left, left_row, right_row>;
    if constexpr (is_preserved) {
      if (!may_match(side, row)) return put_out_alone(side, as_row<own_row>(row));
      if (!has_keys(side, row)) return keep(side, as_row<own_row>(row), time_of_leaving(side, row), none, false);
    }
    const auto key = key_of(side, row);
    const std::uint64_t hash = memory_hash<std::remove_const_t<decltype(key)>>::of(key);
    const std::int64_t leaves_at = time_of_leaving(side, row);
    if (!holds_rows_back_) take_in(side, as_row<own_row>(row), key, hash, leaves_at);
    else if (rows_of(side).add(*table_, hash, key, row, leaves_at)) take_in_all(*this, side);
  }

  // The right side follows.
  void end_of_batch(left_side side, const batch_info& /*batch*/) {
    take_in_all(*this, side);
    holds_rows_back_ = table_->is_large();
  }
  void end_of_batch(right_side side, const batch_info& batch) {
    if (!knows_batch_) begin_batch();
    take_in_all(*this, side);
    if constexpr (expiry_type::left_leaves) evict<by_event_time>(left_side{}, left_through_);
    if constexpr (expiry_type::right_leaves) evict<by_event_time>(right_side{}, right_through_);
    if constexpr (expires && (type::preserves_left || type::preserves_right)) record_->wants_batch_at_ms = next_alone_ms();
    record_->rows_updated = std::exchange(updated_, 0);
    record_->rows_removed = std::exchange(removed_, 0);
    record_->rows_dropped_late = std::exchange(dropped_late_, 0);
    knows_batch_ = false;
    next_.end_of_batch(batch);
  }

 private:
  template <class Side>
  static constexpr std::size_t index_of = std::is_same_v<Side, left_side> ? table_type::left : table_type::right;

  // Rows meet others in the order in which they come.
  template <class Side>
  [[gnu::noinline]] static void take_in_all(stream_join& stage, Side side) {
    stage.rows_of(side).take_all(*stage.table_, [&](auto& row, auto& key, std::uint64_t hash, std::int64_t leaves_at) {
      stage.take_in(side, std::move(row), std::move(key), hash, leaves_at);
    });
  }
  template <class Side, class R, class Key>
  [[gnu::always_inline]] void take_in(Side side, R&& row, Key&& key, std::uint64_t hash, std::int64_t leaves_at) {
    number found = table_->find_key(hash, key);
    const bool is_matched = found != none && meet(side, row, found);
    if (!is_kept(side, leaves_at, is_matched)) return table_->release_key(found);
    if (found == none) {
      if constexpr (std::is_same_v<std::remove_cvref_t<Key>, key_row>) found = table_->add_key(hash, std::forward<Key>(key));
      else found = table_->add_key(hash, as_row<key_row>(key));
    }
    keep(side, std::forward<R>(row), leaves_at, found, is_matched);
  }
  template <class Side, class R>
  [[gnu::always_inline]] void keep(Side /*side*/, R&& row, std::int64_t leaves_at, number key, bool is_matched) {
    table_->template add<index_of<Side>>(std::forward<R>(row), times_of_leaving(leaves_at), key, is_matched);
    ++updated_;
  }

  // The watermarks of a batch, as the times through which rows are late, or leave. Rows whose time to live is over meet no row
  // of it.
  [[gnu::noinline]] void begin_batch() {
    knows_batch_ = true;
    holds_rows_back_ = table_->is_large();
    if constexpr (expires) {
      expires_at_ = lifetime_.expires(*record_).micros;
      evict<by_batch_time>(left_side{}, lifetime_.now(*record_).micros);
      evict<by_batch_time>(right_side{}, lifetime_.now(*record_).micros);
    }
    late_through_ = saturating_multiply(record_->late_ms, 1000);
    left_through_ = micros_of(expiry_.left_through_ms(record_->evict_ms));
    right_through_ = micros_of(expiry_.right_through_ms(record_->evict_ms));
  }
  static constexpr std::int64_t micros_of(std::optional<std::int64_t> through_ms) {
    return saturating_multiply(through_ms.value_or((std::numeric_limits<std::int64_t>::min)()), 1000);
  }

  // What differs by side.
  auto& rows_of(left_side /*side*/) { return left_rows_; }
  auto& rows_of(right_side /*side*/) { return right_rows_; }
  bool has_keys(left_side /*side*/, const auto& row) const { return keys_.left_has_keys(row); }
  bool has_keys(right_side /*side*/, const auto& row) const { return keys_.right_has_keys(row); }
  auto key_of(left_side /*side*/, const auto& row) const { return keys_.of_left(row); }
  auto key_of(right_side /*side*/, const auto& row) const { return keys_.of_right(row); }
  void hand_out_late(left_side /*side*/, const auto& row) const { late_left_.process(row); }
  void hand_out_late(right_side /*side*/, const auto& row) const { late_right_.process(row); }
  bool may_match(left_side /*side*/, const auto& row) const { return condition_.left_may_match(row); }
  bool may_match(right_side /*side*/, const auto& row) const { return condition_.right_may_match(row); }
  static std::int64_t event_micros(left_side /*side*/, const auto& row) { return expiry_type::left_event_micros(row); }
  static std::int64_t event_micros(right_side /*side*/, const auto& row) { return expiry_type::right_event_micros(row); }
  std::int64_t time_of_leaving(left_side /*side*/, const auto& row) const { return expiry_.left_leaves_at(row); }
  std::int64_t time_of_leaving(right_side /*side*/, const auto& row) const { return expiry_.right_leaves_at(row); }

  typename table_type::times times_of_leaving(std::int64_t by_watermark) const {
    if constexpr (expires) return {by_watermark, expires_at_};
    else return {by_watermark};
  }

  // A left row waits for the right rows of its batch, also if it leaves at the end of it; of a semi join, unless it has come
  // out. A right row has met all that it can meet in this batch: if it leaves now, it is kept only to come out alone.
  bool is_kept(left_side /*side*/, std::int64_t /*leaves_at*/, bool is_matched) const { return !(is_semi && is_matched); }
  bool is_kept(right_side /*side*/, std::int64_t leaves_at, bool is_matched) const {
    return leaves_at > right_through_ || leaves_at == never_leaves || (type::preserves_right && !is_matched);
  }

  // Puts out what a row makes with the rows of the other side that have its key. True if there was a partner.
  [[gnu::always_inline]] bool meet(left_side /*side*/, const left_row& row, number key) {
    auto& others = table_->template side<table_type::right>();
    bool is_matched = false;
    for (number n = table_->template newest<table_type::right>(key); n != none; n = others.at(n).next) {
      if (!condition_.holds(row, others.at(n).row)) continue;
      is_matched = true;
      if constexpr (type::preserves_right) others.note_match(n);
      put_out(row, others.at(n).row, present_sides::both);
      if constexpr (is_semi) break;
    }
    return is_matched;
  }
  [[gnu::always_inline]] bool meet(right_side /*side*/, const right_row& row, number key) {
    auto& others = table_->template side<table_type::left>();
    bool is_matched = false;
    for (number n = table_->template newest<table_type::left>(key); n != none;) {
      const number next = others.at(n).next;
      if (condition_.holds(others.at(n).row, row)) {
        is_matched = true;
        if constexpr (type::preserves_left) others.note_match(n);
        put_out(others.at(n).row, row, present_sides::both);
        if constexpr (is_semi) take_out_matched(n);
      }
      n = next;
    }
    return is_matched;
  }
  // A left row of a semi join that has come out. One of this batch counts as if it had never been kept, as in the engine.
  void take_out_matched(number n) {
    if (table_->template side<table_type::left>().has_changed(n)) --updated_;
    else ++removed_;
    table_->template remove<table_type::left>(n);
  }

  template <std::size_t Clock, class Side>
  void evict(Side side, std::int64_t through) {
    constexpr bool is_preserved = std::is_same_v<Side, left_side> ? type::preserves_left : type::preserves_right;
    auto& rows = table_->template side<index_of<Side>>();
    rows.template take_leaving<Clock>(through, [&](number n) {
      const auto& one = rows.at(n);
      if constexpr (is_preserved)
        if (!one.was_matched) put_out_alone(side, one.row);
      const number key = one.key;
      table_->template remove<index_of<Side>>(n);
      table_->release_key(key);
      ++removed_;
    });
  }

  // When the next row without a partner comes out because its time to live is over, or before.
  std::int64_t next_alone_ms() const {
    std::int64_t next = never_leaves;
    if constexpr (type::preserves_left) next = table_->template side<table_type::left>().next_by_batch_time();
    if constexpr (type::preserves_right)
      next = (std::min)(next, table_->template side<table_type::right>().next_by_batch_time());
    return next / 1000 + (next % 1000 > 0 ? 1 : 0);
  }

  void put_out_alone(left_side /*side*/, const left_row& row) { put_out(row, no_right_, present_sides::left); }
  void put_out_alone(right_side /*side*/, const right_row& row) { put_out(no_left_, row, present_sides::right); }
  // Not inlined: what is behind would be there four times.
  [[gnu::noinline]] void put_out(const left_row& left, const right_row& right, present_sides present) {
    if constexpr (is_semi) next_.process(left);
    else next_.process(typename kept::result_view{left, right, present});
  }

  [[no_unique_address]] typename Plan::key_reader keys_;
  [[no_unique_address]] typename Plan::condition_type condition_;
  [[no_unique_address]] expiry_type expiry_;
  [[no_unique_address]] typename Plan::lifetime_type lifetime_;
  table_type* table_;
  step_record* record_;
  bool knows_batch_ = false;
  bool holds_rows_back_ = false;  // decided before a side's first row, so that they stay in order
  join_block<table_type, left_row> left_rows_;
  join_block<table_type, right_row> right_rows_;
  std::int64_t late_through_ = 0;
  std::int64_t left_through_ = 0;
  std::int64_t right_through_ = 0;
  std::int64_t expires_at_ = 0;  // rows of this batch
  std::int64_t updated_ = 0;
  std::int64_t removed_ = 0;
  std::int64_t dropped_late_ = 0;
  left_row no_left_{};
  right_row no_right_{};
  [[no_unique_address]] LateLeft late_left_;
  [[no_unique_address]] LateRight late_right_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

template <class Left, class Right, class Type, class Condition, class Lifetime = no_time_to_live>
struct stream_join {
  using left_type = Left;
  using right_type = Right;
  using join_type = Type;
  using lifetime_type = Lifetime;
  static constexpr bool expires = !std::is_same_v<Lifetime, no_time_to_live>;
  using expression_type = typename condition_of_join<Condition>::expression_type;
  using keys = typename condition_of_join<Condition>::keys;

  using fields = result_fields<Type, owned_fields<fields_of<row_of<Left>>>, owned_fields<fields_of<row_of<Right>>>, keys>;
  using row = std::conditional_t<Type::gives_left_only, owned_row<row_of<Left>>, row_from<fields>>;
  template <class Side, class Required>
  using needs_of = columns_read_of_side<stream_join, Side, Required>;
  template <class Required>
  using kept = kept_by_join<stream_join, Required>;

  using expiry_type = join_expiry<Condition, event_time_of<Left>, event_time_of<Right>>;
  using pair = joined_pair<row_of<Left>, row_of<Right>>;
  using verdict =
      first_violation<demand<is_streaming<Left> && is_streaming<Right>, join_ttl_needs_streams>,
                      expression_fits<expression_type, pair>,
                      demand<is_condition<expression_type, pair>, join_condition_is_not_boolean>,
                      demand<!std::is_same_v<Type, tidemark::join_type::left_anti>, join_stream_stream_anti>,
                      demand<(join_key_count<Condition> > 0), join_stream_stream_equality_required>,
                      std::conditional_t<expires, ok, join_wait_verdict<Type, expiry_type, join_bounds<Condition>>>,
                      demand<(event_time_of<Left>::size <= 1 && event_time_of<Right>::size <= 1), watermark_two_columns>,
                      std::conditional_t<Type::gives_left_only, ok,
                                         names_of_sides_differ<fields_of<row_of<Left>>, fields_of<row_of<Right>>, keys>>>;
  using left_event_time = left_event_time_of_join<Type, event_time_of<Left>, keys>;
  using event_time = united_names<left_event_time, right_event_time_of_join<Type, event_time_of<Right>, keys>>;

  // Null rows come once and can't be taken back; complete output is for aggregations.
  template <class Mode>
  using mode_verdict = demand<std::is_same_v<Mode, output_mode::append> || (std::is_same_v<Mode, output_mode::update> &&
                                                                            !Type::preserves_left && !Type::preserves_right),
                              join_stream_stream_append_only>;

  struct stateful : stateful_step {
    static constexpr std::size_t watermarks_below = watermark_count<Left> + watermark_count<Right>;
    template <class Mode>
    static constexpr bool reacts_to_watermark = expiry_type::left_leaves || expiry_type::right_leaves;
    template <class Mode>
    static constexpr bool drops_late = event_time_of<Left>::size > 0 || event_time_of<Right>::size > 0;
    template <class Mode>
    static constexpr bool is_bounded = expires || (expiry_type::left_leaves && expiry_type::right_leaves);
    static constexpr const char* name = "symmetricHashJoin";
  };
  using condition_type = join_condition<Condition>;
  using key_reader = join_key_reader<Condition, row_of<Left>, row_of<Right>>;
  using key_row = join_key_row<Condition, row_of<Left>, row_of<Right>>;
  using state_key_fields = fields_of<key_row>;
  template <class Required>
  using state_value_fields_of =
      joined_fields<fields_of<joined_pair<typename kept<Required>::left_row, typename kept<Required>::right_row>>,
                    std::conditional_t<expires, fields_of<expiry>, field_list<>>>;
  template <class Required>
  using state_type =
      state_of<join_table<key_row, typename kept<Required>::left_row, typename kept<Required>::right_row, expires ? 2 : 1>>;

  Left left;
  Right right;
  Type type;
  Condition condition;
  Lifetime lifetime;

  constexpr stream_join(Left left_input, Right right_input, Type kind, Condition on, Lifetime kept_for = {})
      : left(std::move(left_input)), right(std::move(right_input)), type(kind), condition(std::move(on)), lifetime(kept_for) {}

  // Rows with equal keys meet in one partition.
  template <class Side>
  constexpr keys_of_side<key_reader, Side> exchanged_by(Side /*side*/) const {
    return {key_reader(condition)};
  }
  std::optional<std::int64_t> pass_watermark(std::optional<std::int64_t> in) const {
    if (!in) return in;
    return expiry_type(condition).passed_on_ms(*in);
  }

  template <class Required, class Next>
  auto make_shared_stage(const auto& place, Next next) const {
    using place_type = std::remove_cvref_t<decltype(place)>;
    return stage::stream_join<stream_join, Required, late_rows_at<place_type, left_side>, late_rows_at<place_type, right_side>,
                              Next>(*this, place, std::move(next));
  }
  // What the rows in state mean, beside their types.
  void for_each_setting(auto&& f) const {
    f("type", printed_word{Type::word});
    f("condition", condition);
  }
  void describe(auto& printer) const {
    if constexpr (expires) printer.step("join", Type::word, condition, lifetime.ttl);
    else printer.step("join", Type::word, condition);
  }
};

}  // namespace tidemark::plan
