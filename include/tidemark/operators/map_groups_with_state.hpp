// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// map_groups_with_state and flat_map_groups_with_state: what a function makes of each group of a batch and of what it has kept
// of the group.

#include <tidemark/operators/event_time_value.hpp>
#include <tidemark/operators/gathered_rows.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/group_function.hpp>
#include <tidemark/operators/group_state.hpp>
#include <tidemark/operators/initial_state.hpp>
#include <tidemark/operators/kept_of_groups.hpp>
#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/plan/timeout.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/rules/event_time.hpp>
#include <tidemark/rules/group_state.hpp>
#include <tidemark/state/expiring_table.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/state_of.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// What is kept of a group. It may be no state: then a timeout, or nothing, is kept for a key that a function has removed.
template <class State, GroupTimeout Timeout>
struct kept_group {
  using fields = field_list<field<"state", std::optional<State>>, field<"timeout_ms", std::int64_t>>;
  using value = row_from<fields>;
  struct deadline {
    std::int64_t operator()(const value& kept) const { return tidemark::get<"timeout_ms">(kept); }
  };
  static value nothing() { return {std::nullopt, no_deadline}; }
};
template <class State>
struct kept_group<State, group_timeout::none> {
  using fields = field_list<field<"state", std::optional<State>>>;
  using value = row_from<fields>;
  struct deadline {
    std::int64_t operator()(const value& /*kept*/) const { return no_deadline; }
  };
  static value nothing() { return {}; }
};

}  // namespace tidemark

namespace tidemark::stage {

// Kept: the state of each group and its timeout, by key; and, until the end of the batch, its rows. What leaves is what the
// function removes. At the end of a batch the function is called for each group with rows, in the order of their first rows,
// and then for each whose timeout has passed. `Beginning` gives what groups begin with (operators/initial_state.hpp).
template <class Plan, class Beginning, class Late, class Next>
class groups_with_state {
  using keys_type = typename Plan::keys_type;
  using key_type = typename keys_type::kept;
  using row_type = typename Plan::input_row;
  using state_type = typename Plan::user_state;
  using timeout = typename Plan::timeout_type;
  using kept = kept_group<state_type, timeout>;
  using value_type = typename kept::value;
  using table_type = typename Plan::table_type;
  using number = typename table_type::number;
  static constexpr bool has_timeout = !std::is_same_v<timeout, group_timeout::none>;

 public:
  groups_with_state(const Plan& plan, const auto& place, Beginning beginning, Next next)
      : f_(plan.f),
        keys_(plan.input.keys),
        table_(&place.template state<state_of<table_type>>().table()),
        record_(&place.record()),
        aside_(&place.template make<aside>()),
        beginning_(std::move(beginning)),
        late_(late_rows_of(place)),
        next_(std::move(next)) {}

  [[gnu::always_inline]] void process(const auto& row) {
    if (Plan::late::of(row, record_->late_ms)) {
      ++aside_->late_rows;
      late_.process(row);
    } else {
      aside_->rows.add(row);
    }
  }

  void end_of_batch(const batch_info& batch) {
    aside& apart = *aside_;
    record_->rows_dropped_late = std::exchange(apart.late_rows, 0);
    record_->rows_updated = record_->rows_removed = 0;
    apart.rows.gather([this](const row_type& row) { return entry_of(keys_(row)); });
    if (batch.id == 0) begin();
    auto next_new = apart.is_new.begin();  // new groups stand in the order of their first rows, too
    apart.rows.for_each([&](number n, std::span<const row_type> rows) {
      const bool is_new = next_new != apart.is_new.end() && *next_new == n;
      if (is_new) ++next_new;
      call(n, rows, call_reason::rows, is_new);
    });
    for (const number n : apart.without_rows) call(n, {}, call_reason::beginning, false);
    apart.rows.clear();
    apart.is_new.clear();
    apart.without_rows.clear();
    // A deadline must be past. Calls set later ones only.
    if constexpr (has_timeout)
      table_->take_due(time_for_timeouts() - 1, [this](number n) { call(n, {}, call_reason::timeout, false); });
    next_.end_of_batch(batch);
  }

 private:
  enum class call_reason { rows, beginning, timeout };

  struct aside {
    gathered_rows<row_type> rows;
    std::vector<number> is_new;        // groups whose keys were not there before the batch
    std::vector<number> without_rows;  // groups that begin with a state and have no rows
    std::int64_t late_rows = 0;
  };

  std::int64_t time_for_timeouts() const {
    return std::is_same_v<timeout, group_timeout::event_time> ? record_->evict_ms : record_->time_ms;
  }

  // The entry of a key, which is made if it is not there.
  number entry_of(const auto& probe) {
    const auto hash = memory_hash<std::remove_cvref_t<decltype(probe)>>::of(probe);
    const number found = table_->find(hash, probe);
    if (found != table_type::table_type::none) [[likely]]
      return found;
    aside_->is_new.push_back(add(hash, probe));
    return aside_->is_new.back();
  }
  number add(std::uint64_t hash, const auto& probe) {
    return table_->update(
        hash, probe, [](value_type& /*value*/) {},
        [&] {
          return typename table_type::entry{as_row<key_type>(probe), kept::nothing()};
        });
  }

  // Only in batch 0, before the first call.
  void begin() {
    beginning_.for_each([this](const key_type& key, state_type state) {
      const auto hash = memory_hash<key_type>::of(key);
      number n = table_->find(hash, key);
      if (n == table_type::table_type::none) aside_->without_rows.push_back(n = add(hash, key));
      if (get<"state">(table_->keys().value(n)))
        throw error("initial_state_repeats_key", "the table of initial state has two rows for one key; leave one of them out");
      table_->change(n, [&](value_type& value) { get<"state">(value) = std::move(state); });
    });
  }

  void call(number n, std::span<const row_type> rows, call_reason reason, bool is_new) {
    const auto& kept_state = get<"state">(table_->keys().value(n));
    group_call<state_type> one{.current = kept_state ? &*kept_state : nullptr,
                               .has_timed_out = reason == call_reason::timeout,
                               .time_ms = record_->time_ms,
                               .watermark_ms = record_->evict_ms};
    const bool was_nothing = is_new && !kept_state;
    typename Plan::group_state_type state(one);
    Plan::emits::pass(f_(keys_type::of(table_->keys().key(n)), rows, state), next_);
    if (one.is_removed && one.deadline_ms == no_deadline) {
      ++record_->rows_removed;
      table_->erase(n);
    } else if (one.updated || one.is_removed || one.deadline_ms != typename kept::deadline{}(table_->keys().value(n))) {
      ++record_->rows_updated;
      table_->change(n, [&](value_type& value) { settle(one, value); });
    } else if (was_nothing) {
      table_->erase(n);
    }
  }
  static void settle(group_call<state_type>& one, value_type& value) {
    if (one.updated) get<"state">(value) = std::move(one.updated);
    else if (one.is_removed) get<"state">(value).reset();
    if constexpr (has_timeout) get<"timeout_ms">(value) = one.deadline_ms;
  }

  [[no_unique_address]] typename Plan::function_type f_;
  [[no_unique_address]] keys_type keys_;
  table_type* table_;
  step_record* record_;
  aside* aside_;
  [[no_unique_address]] Beginning beginning_;
  [[no_unique_address]] Late late_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

// map_groups_with_state and flat_map_groups_with_state, but for their names and what rules know them by.
template <class Input, class State, class Timeout, class F, class Emits>
struct groups_with_state {
  using input_type = Input;
  static constexpr bool takes_keyed_groups = true;
  using input_row = row_of<Input>;
  using keys_type = keys_of_groups<Input>;
  using user_state = State;
  using timeout_type = Timeout;
  using function_type = F;
  using emits = Emits;
  static constexpr bool has_watermark = !std::is_same_v<event_time_of<Input>, name_list<>>;
  static constexpr bool times_by_watermark = std::is_same_v<Timeout, group_timeout::event_time>;
  static constexpr bool drops_late = times_by_watermark && has_watermark;
  using late = lateness<std::conditional_t<drops_late, event_time_of<Input>, name_list<>>>;
  using group_state_type = group_state<State, Timeout, has_watermark>;

  using demands = first_violation<
      demand<is_keyed<Input>, function_needs_keyed_groups>, demand<can_be_kept<State>, group_state_has_no_form>,
      demand<!times_by_watermark || has_watermark || !is_streaming<Input>, groups_with_state_event_timeout_watermark>,
      demand<event_time_of<Input>::size <= 1, watermark_two_columns>>;
  using function = group_function<std::is_same_v<demands, ok>, Input, F, Emits, group_state_type>;
  using row = typename function::row;
  using verdict = first_violation<demands, typename function::verdict>;

  using event_time = name_list<>;
  static constexpr bool hands_on_watermark = false;
  static constexpr std::optional<std::int64_t> pass_watermark(std::optional<std::int64_t> /*in*/) { return std::nullopt; }

  struct stateful : stateful_step {
    static constexpr bool has_event_timeout = times_by_watermark;
    template <class Mode>
    static constexpr bool reacts_to_watermark = times_by_watermark;
    template <class Mode>
    static constexpr bool drops_late = groups_with_state::drops_late;
    static constexpr bool wants_every_batch = std::is_same_v<Timeout, group_timeout::processing_time>;
    static constexpr const char* name = "flatMapGroupsWithState";
  };
  using kept = kept_group<State, Timeout>;
  using state_key_fields = typename keys_type::fields;
  using state_value_fields = typename kept::fields;
  using table_type = expiring_table<typename keys_type::kept, typename kept::value, typename kept::deadline>;

  Input input;
  [[no_unique_address]] F f;

  constexpr groups_with_state(Input below, F function_of_group) : input(std::move(below)), f(std::move(function_of_group)) {}

  constexpr keys_type exchanged_by() const { return input.keys; }
  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    return made_stage(place, nothing_to_begin_with{}, std::move(next));
  }
  template <class Beginning, class Next>
  auto made_stage(const auto& place, Beginning beginning, Next next) const {
    return stage::groups_with_state<groups_with_state, Beginning, late_rows_at<std::remove_cvref_t<decltype(place)>>, Next>(
        *this, place, beginning, std::move(next));
  }
  void for_each_setting(auto&& see) const { see(std::string_view("timeout"), Timeout{}); }
};

// `Kept` is std::type_identity of the state's type.
template <class Input, class Kept, class Timeout, class F, class... Initial>
struct map_groups_with_state;
template <class Input, class Kept, class Timeout, class F>
struct map_groups_with_state<Input, Kept, Timeout, F> : groups_with_state<Input, typename Kept::type, Timeout, F, one_row> {
  using base = groups_with_state<Input, typename Kept::type, Timeout, F, one_row>;
  struct stateful : base::stateful {
    static constexpr bool maps_groups = true;
  };

  constexpr map_groups_with_state(Input below, Kept /*state*/, Timeout /*timeout*/, F of_group)
      : base(std::move(below), std::move(of_group)) {
    static_cast<void>(&base::function::call);
  }
  void describe(auto& printer) const { printer.step("map_groups_with_state", Timeout{}, this->f); }
};
template <class Input, class Kept, class Timeout, class F, class Table>
struct map_groups_with_state<Input, Kept, Timeout, F, Table>
    : with_initial_state<map_groups_with_state<Input, Kept, Timeout, F>, Table> {
  using with_initial_state<map_groups_with_state<Input, Kept, Timeout, F>, Table>::with_initial_state;
};

template <class Input, class Kept, class Mode, class Timeout, class F, class... Initial>
struct flat_map_groups_with_state;
template <class Input, class Kept, class Mode, class Timeout, class F>
struct flat_map_groups_with_state<Input, Kept, Mode, Timeout, F>
    : groups_with_state<Input, typename Kept::type, Timeout, F, rows_of_range> {
  using base = groups_with_state<Input, typename Kept::type, Timeout, F, rows_of_range>;
  using verdict =
      first_violation<demand<!std::is_same_v<Mode, output_mode::complete>, flat_map_groups_with_state_operator_mode_complete>,
                      typename base::verdict>;
  struct stateful : base::stateful {
    using operator_mode = Mode;
  };

  constexpr flat_map_groups_with_state(Input below, Kept /*state*/, Mode /*mode*/, Timeout /*timeout*/, F of_group)
      : base(std::move(below), std::move(of_group)) {
    static_cast<void>(&base::function::call);
  }
  void describe(auto& printer) const { printer.step("flat_map_groups_with_state", Mode::word, Timeout{}, this->f); }
};
template <class Input, class Kept, class Mode, class Timeout, class F, class Table>
struct flat_map_groups_with_state<Input, Kept, Mode, Timeout, F, Table>
    : with_initial_state<flat_map_groups_with_state<Input, Kept, Mode, Timeout, F>, Table> {
  using with_initial_state<flat_map_groups_with_state<Input, Kept, Mode, Timeout, F>, Table>::with_initial_state;
};

}  // namespace tidemark::plan

namespace tidemark {

// Each group with rows in a batch, and each whose timeout has passed, becomes f(key, rows, state), a record. `rows` is a span
// of the group's rows in this batch, in the order in which they came; `state` is a group_state<State, …>. With
// `initial_state(table)` behind f the groups begin with a state.
//   map_groups_with_state<std::int64_t>(no_timeout, [](const std::string& user, auto rows, auto& state) {
//     state.update(state.get_or(0) + std::ssize(rows));
//     return total{user, state.get()};
//   })
template <class State, GroupTimeout Timeout, class F, class... Initial>
constexpr auto map_groups_with_state(Timeout timeout, F f, Initial... initial) {
  return step<plan::map_groups_with_state, std::type_identity<State>, Timeout, F, Initial...>({}, timeout, std::move(f),
                                                                                              std::move(initial)...);
}

template <class State, GroupTimeout Timeout, class F>
constexpr rejected map_groups_with_state(Timeout /*timeout*/, F /*f*/, rejected table) {
  return table;
}

// The same with any number of rows: f gives an input range of records. `mode` says what they are: append, rows that stay as
// they are; or update, the group's rows anew.
template <class State, OutputMode Mode, GroupTimeout Timeout, class F, class... Initial>
constexpr auto flat_map_groups_with_state(Mode mode, Timeout timeout, F f, Initial... initial) {
  return step<plan::flat_map_groups_with_state, std::type_identity<State>, Mode, Timeout, F, Initial...>(
      {}, mode, timeout, std::move(f), std::move(initial)...);
}

template <class State, OutputMode Mode, GroupTimeout Timeout, class F>
constexpr rejected flat_map_groups_with_state(Mode /*mode*/, Timeout /*timeout*/, F /*f*/, rejected table) {
  return table;
}

}  // namespace tidemark
