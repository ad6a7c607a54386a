// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// session_window(time, gap): rows of a key with no gap between them, as a key of group_by.

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregation.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/row_views.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/session_windows.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/rules/sessions.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/sessions.hpp>
#include <tidemark/state/state_of.hpp>
#include <tidemark/state/update_block.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark::stage {

// Kept: the open sessions of each key with the states of the aggregates. Evicted: in append mode, a session once the evict
// watermark has reached its end. A row is late by the session that it would open itself, whatever it could join, and in
// complete mode too; late rows are counted by distinct session and key.
template <class Plan, class Mode, class Late, class Next>
class session_agg {
  using state_type = typename Plan::state_type;
  using table_type = typename Plan::table_type;
  using key_type = typename table_type::key_type;
  using value_type = typename Plan::value_type;
  using argument_row = row_from<owned_fields<kept_fields<fields_of<typename Plan::input_row>, typename Plan::argument_names>>>;

  // What is kept of a row that waits; where that is cheap, rows of large tables are applied in blocks.
  struct delta {
    time_window span;
    argument_row arguments;
  };
  using block_type = update_block<table_type, delta>;
  static constexpr bool has_blocks = std::is_trivially_copyable_v<delta>;

 public:
  session_agg(const Plan& plan, const auto& place, Next next)
      : sessions_(plan.sessions()),
        keys_(plan.keys_of_rows()),
        table_(&place.template state<state_type>().table()),
        record_(&place.record()),
        aside_(&place.template make<aside>(plan.aggregates)),
        late_(late_rows_of(place)),
        next_(std::move(next)) {}

  [[gnu::always_inline]] void process(const auto& row) {
    const time_window span = sessions_.span_of(row);
    if (span.end < span.start) return;
    const auto key = keys_.rest(row);
    if constexpr (Plan::is_timed) {
      if (span.end <= timestamp::from_millis(record_->late_ms)) [[unlikely]] {
        late_.process(row);
        return drop_late(aside_->late, key, span);
      }
    }
    const auto hash = memory_hash<std::remove_const_t<decltype(key)>>::of(key);
    const adder add{&aside_->aggregates};
    if constexpr (has_blocks) {
      if (table_->is_large()) return aside_->block.add(*table_, hash, key, {span, as_row<argument_row>(row)}, add);
    }
    table_->update(
        hash, key, [&](const auto& open) { open.extend(span, [&](value_type& value) { add.to(value, row); }); },
        [&] { return as_row<key_type>(key); });
  }

  void end_of_batch(const batch_info& batch) {
    const auto put_out = [this](const key_type& key, const time_window& span, const value_type& value) {
      next_.process(typename Plan::result_view{span, key, value});
    };
    if constexpr (has_blocks) aside_->block.flush(adder{&aside_->aggregates});
    record_->rows_updated = table_->rows_of_changed_keys();
    record_->rows_dropped_late = static_cast<std::int64_t>(aside_->late.size());
    if constexpr (std::is_same_v<Mode, output_mode::complete>) table_->for_each(put_out);
    else if constexpr (Plan::is_timed) table_->close_through(timestamp::from_millis(record_->evict_ms), put_out);
    record_->rows_removed = table_->rows_removed();
    aside_->late.clear();
    next_.end_of_batch(batch);
  }

 private:
  // Distinct late sessions of this batch.
  struct nothing {};
  using late_key = row_from<fields_with<fields_of<key_type>, field<Plan::keys::group_name, time_window>>>;
  using late_table = keyed_state<late_key, nothing>;

  // What rows wait in, where late ones go, and the aggregates with the literals in them; apart from the stage, which then can
  // live in registers.
  struct aside {
    explicit aside(const typename Plan::aggregate_pack& of) : aggregates(of) {}

    typename Plan::aggregate_pack aggregates;
    std::conditional_t<has_blocks, block_type, nothing> block;
    late_table late;
  };

  struct adder {
    const typename Plan::aggregate_pack* aggregates;

    [[gnu::always_inline]] void operator()(const typename table_type::of_key& open, const delta& one) const {
      open.extend(one.span, [&](value_type& value) { to(value, one.arguments); });
    }
    [[gnu::always_inline]] void to(value_type& value, const auto& row) const { Plan::add(*aggregates, value, row); }
  };

  // Takes copies, so that nothing takes the address of what the row path keeps in registers.
  template <class Key>
  [[gnu::noinline]] static void drop_late(late_table& late, Key key, time_window span) {
    const with_value<Key, Plan::keys::group_name, time_window> one{key, span};
    late.update(
        memory_hash<std::remove_const_t<decltype(one)>>::of(one), one, [](nothing /*value*/) {},
        [&] { return as_row<late_key>(one); });
  }

  [[no_unique_address]] typename Plan::keys::group_key sessions_;
  [[no_unique_address]] typename Plan::keys keys_;
  table_type* table_;
  step_record* record_;
  aside* aside_;
  [[no_unique_address]] Late late_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::detail {

template <class Time, class Gap, name Name, class R>
struct key_verdict<sessions_of<Time, Gap, Name>, R> {
  using type = first_violation<
      expression_fits<Time, R>, expression_fits<Gap, R>,
      demand<std::convertible_to<without_null<type_of<Gap, R>>, std::chrono::microseconds>, session_gap_needs_duration>>;
};

}  // namespace tidemark::detail

namespace tidemark::plan {

namespace detail {

template <class Time, class Gap, name Name, class R>
inline constexpr bool window_has_time<sessions_of<Time, Gap, Name>, R> =
    std::same_as<without_null<type_of<Time, R>>, timestamp> || std::same_as<without_null<type_of<Time, R>>, time_window>;

// The key differs from row to row, and so do the sessions under it.
template <class Key>
inline constexpr bool tells_sessions_apart = !SessionsExpression<Key> && !std::same_as<typename Key::columns, name_list<>>;

}  // namespace detail

// An aggregation with sessions among its keys.
template <class Below, class... Keys, class... Aggregates>
  requires(SessionsExpression<Keys> || ...)
struct agg<group_by<Below, Keys...>, Aggregates...> : aggregation<group_by<Below, Keys...>, Aggregates...> {
  using base = aggregation<group_by<Below, Keys...>, Aggregates...>;
  using keys = typename base::keys;
  using value_type = typename base::value_type;
  using verdict =
      first_violation<typename base::verdict,
                      demand<!is_streaming<Below> || (detail::tells_sessions_apart<Keys> || ...), session_window_needs_key>>;

  template <class Mode>
  using mode_verdict = demand<!std::is_same_v<Mode, output_mode::update>, update_session_window>;

  // Sessions end by a watermark.
  static constexpr bool is_timed = carries_event_time<typename keys::group_key, event_time_of<Below>>;
  struct stateful : base::stateful {
    static constexpr bool has_event_time_key = is_timed;
    template <class Mode>
    static constexpr bool drops_late = is_timed;  // also where they would stay
    template <class Mode>
    static constexpr bool is_bounded = is_timed && base::stateful::template reacts_to_watermark<Mode>;
    static constexpr const char* name = "sessionWindowStateStoreSaveExec";
  };

  using argument_names = united_names<typename Aggregates::columns...>;
  // What becomes of the states of two sessions that meet.
  struct states {
    static constexpr value_type zero() { return base::zero(); }
    static constexpr void merge(value_type& one, const value_type& later) {
      (base::template over<Aggregates>::merge(get<Aggregates::key>(one), get<Aggregates::key>(later)), ...);
    }
  };
  using table_type = tidemark::sessions<typename keys::rest_row, value_type, states>;
  using state_type = state_of<table_type>;

  using base::base;

  constexpr const auto& sessions() const { return this->input.template key<keys::group_name>(); }

  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    using place_type = std::remove_cvref_t<decltype(place)>;
    return stage::session_agg<agg, typename place_type::mode, late_rows_at<place_type>, Next>(*this, place, std::move(next));
  }
};

}  // namespace tidemark::plan

namespace tidemark {

// The sessions of a key: each row lasts from its time for `gap`, and rows that overlap or touch belong to one session, from the
// time of the first to the latest end. Gives the column "session_window" (rename it with .as). Rows without a time, or with a
// gap that is null or not above zero, belong to none. A window as time counts by its last microsecond.
template <Expression Time>
constexpr auto session_window(Time time, std::chrono::microseconds gap) {
  return sessions_of<Time, literal<std::chrono::microseconds>, "session_window">(std::move(time),
                                                                                 literal<std::chrono::microseconds>(gap));
}
// With a gap for each row: `session_window("time"_c, when("kind"_c == "long", 20s).otherwise(5s))`.
template <Expression Time, Expression Gap>
constexpr auto session_window(Time time, Gap gap) {
  return sessions_of<Time, Gap, "session_window">(std::move(time), std::move(gap));
}

}  // namespace tidemark
