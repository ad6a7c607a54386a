// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// transform_with_state(processor, time_mode): what an object of the user's makes of each group of a batch, with state
// variables, timers and times to live.

#include <tidemark/operators/event_time_value.hpp>
#include <tidemark/operators/gathered_rows.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/initial_state.hpp>
#include <tidemark/operators/kept_of_groups.hpp>
#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/processor_variables.hpp>
#include <tidemark/operators/stateful_processor.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/rules/event_time.hpp>
#include <tidemark/state/state_of.hpp>
#include <tidemark/state/variables_table.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// The rows that come out carry no watermark.
struct no_output_time {
  template <class R>
  static constexpr bool fits = true;
  static constexpr bool carries_watermark = false;
  using event_time = name_list<>;
  static void refuse_late(const auto& /*row*/, std::int64_t /*late_ms*/) {}
};

// They carry it on in this column.
template <name Time>
struct output_time {
  template <class R>
  using type_in = without_null<column_type<R, Time>>;
  template <class R>
  static constexpr bool fits = std::is_same_v<type_in<R>, timestamp> || std::is_same_v<type_in<R>, time_window>;
  static constexpr bool carries_watermark = true;
  using event_time = name_list<Time>;

  // What stands above has let go of that time, and would drop the row in silence.
  static void refuse_late(const auto& row, std::int64_t late_ms) {
    if (is_at_or_below(event_time_value(get<Time>(row)), timestamp::from_millis(late_ms))) [[unlikely]]
      throw error("transform_with_state_late_output",
                  "a processor returns a row whose event time is at or before the watermark; give it a later time, or name no "
                  "column for the event time");
  }
};

}  // namespace tidemark

namespace tidemark::stage {

// Kept: the processor's variables and timers, by key. What leaves is what the processor clears, timers that have fired, and
// what has lived its time. At the end of a batch the processor is called for each group with rows, in the order of their first
// rows; then for each timer that is due, in the order of their times; then what has expired is removed. There is one processor
// a partition. `Beginning` gives rows of initial state (operators/initial_state.hpp).
template <class Plan, class Beginning, class Late, class Next>
class transform_with_state {
  using keys_type = typename Plan::keys_type;
  using key_type = typename keys_type::kept;
  using row_type = typename Plan::input_row;
  using variables = typename Plan::variables;
  using table_type = typename Plan::table_type;
  using number = typename table_type::number;
  using timers_type = typename Plan::functions::timers_type;

 public:
  transform_with_state(const Plan& plan, const auto& place, Beginning beginning, Next next)
      : keys_(plan.input.keys),
        table_(&place.template state<state_of<table_type>>().table()),
        record_(&place.record()),
        aside_(&place.template make<aside>(plan.processor, place.partition() == 0)),
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
    apart.calls = {.time_ms = record_->time_ms, .watermark_ms = record_->evict_ms};
    apart.rows.gather([this](const row_type& row) { return entry_of(keys_(row)); });
    if constexpr (!std::is_same_v<Beginning, nothing_to_begin_with>) {
      if (batch.id == 0) begin();
    }
    apart.rows.for_each([&](number n, std::span<const row_type> rows) {
      call(n, [&](const auto& key) { put_out(apart.processor.handle_rows(key, rows, apart.timers)); });
    });
    apart.rows.clear();
    if constexpr (Plan::has_timers) fire_timers();
    std::int64_t expired = 0;
    if constexpr (variables::any_ends) expired = table_->remove_expired(record_->time_ms);
    for (const number n : apart.emptied) table_->erase_if_empty(n);
    apart.emptied.clear();
    variables::release(apart.processor);
    report(expired);
    next_.end_of_batch(batch);
  }

 private:
  // Apart from the stage, so that variables can refer to it.
  struct aside {
    aside(const typename Plan::processor_type& user, bool counts_variables)
        : processor(user), timers(calls), counts(counts_variables) {}

    typename Plan::processor_type processor;
    processor_calls calls;
    timers_type timers;
    bool counts;  // the variables, in one partition of all
    gathered_rows<row_type> rows;
    std::vector<typename table_type::due_timer> due;
    std::vector<number> emptied;  // of which nothing was left after a call
    std::int64_t late_rows = 0;
  };

  number entry_of(const auto& probe) { return table_->at(memory_hash<std::remove_cvref_t<decltype(probe)>>::of(probe), probe); }

  // Calls f(key) while the variables stand for an entry.
  template <class F>
  [[gnu::always_inline]] void call(number n, F&& f) {
    const bool is_empty = table_->change(n, [&](auto& slot_row, timer_slot& timers) {
      variables::bind(aside_->processor, slot_row, aside_->calls);
      aside_->timers.bind(timers);
      f(keys_type::of(table_->key(n)));
    });
    if (is_empty) aside_->emptied.push_back(n);
  }
  void put_out(auto&& made) {
    for (auto&& row : made) {
      Plan::output_time_type::refuse_late(row, record_->late_ms);
      next_.process(row);
    }
  }

  // Only in batch 0, before rows are handled.
  void begin() {
    beginning_.for_each([this](const key_type& key, const auto& row) {
      call(entry_of(key), [&](const auto& of) { aside_->processor.handle_initial_state(of, row, aside_->timers); });
    });
  }

  // Those that are due now: what handlers register and delete is for later batches. A timer is there until its handler is done.
  void fire_timers() {
    aside& apart = *aside_;
    table_->find_due_timers(timestamp::from_millis(Plan::times_by_watermark ? record_->evict_ms : record_->time_ms), apart.due);
    for (const auto& timer : apart.due) {
      ++apart.calls.timers_fired;
      call(timer.of, [&](const auto& key) {
        if constexpr (Plan::functions::has_timer_handler())
          put_out(apart.processor.handle_timer(key, apart.timers, timer.time));
        apart.timers.forget(timer.time);
      });
    }
  }

  void report(std::int64_t expired) {
    const processor_calls& calls = aside_->calls;
    record_->rows_dropped_late = std::exchange(aside_->late_rows, 0);
    record_->rows_updated = calls.rows_updated;
    record_->rows_removed = calls.rows_removed + expired;
    const auto kinds = [&](std::string_view kind) { return aside_->counts ? variables::count(kind) : 0; };
    const std::array metrics{kinds("value"),       kinds("list"),      kinds("map"), calls.timers_registered,
                             calls.timers_deleted, calls.timers_fired, expired};
    static_assert(metrics.size() == Plan::stateful::metrics.size());
    for (std::size_t i = 0; i < metrics.size(); ++i) record_->metrics[i] = metrics[i];
  }

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

template <class Input, class Processor, class Mode, class OutputTime, class... Initial>
struct transform_with_state;

template <class Input, class Processor, class Mode, class OutputTime>
struct transform_with_state<Input, Processor, Mode, OutputTime> {
  using input_type = Input;
  static constexpr bool takes_keyed_groups = true;
  using input_row = row_of<Input>;
  using keys_type = keys_of_groups<Input>;
  using processor_type = Processor;
  using output_time_type = OutputTime;
  using variables = processor_variables<Processor>;
  static constexpr bool has_watermark = !std::is_same_v<event_time_of<Input>, name_list<>>;
  static constexpr bool has_timers = !std::is_same_v<Mode, time_mode::none>;
  static constexpr bool times_by_watermark = std::is_same_v<Mode, time_mode::event_time>;
  static constexpr bool times_by_clock = std::is_same_v<Mode, time_mode::processing_time>;
  static constexpr bool drops_late = times_by_watermark && has_watermark;
  using late = lateness<std::conditional_t<drops_late, event_time_of<Input>, name_list<>>>;

  using demands = first_violation<
      demand<is_keyed<Input>, function_needs_keyed_groups>,
      demand<variables::are_variables, transform_with_state_variables_unlisted>,
      demand<variables::can_all_be_kept, group_state_has_no_form>,
      demand<variables::live_long_enough, transform_with_state_ttl_positive>,
      demand<times_by_clock || !variables::any_ends, transform_with_state_ttl_time_mode>,
      demand<!drops_late || event_time_of<Input>::size <= 1, watermark_two_columns>,
      demand<!OutputTime::carries_watermark || has_watermark, transform_with_state_event_column_needs_watermark>>;
  using functions = processor_functions<std::is_same_v<demands, ok>, Input, Processor, Mode>;
  using row = typename functions::row;
  using verdict = first_violation<
      demands, typename functions::verdict,
      demand<!std::is_same_v<demands, ok> || OutputTime::template fits<row>, transform_with_state_event_column_missing>>;

  using event_time = typename OutputTime::event_time;
  static constexpr std::optional<std::int64_t> pass_watermark(std::optional<std::int64_t> in) {
    return times_by_clock ? std::nullopt : in;
  }

  struct stateful : stateful_step {
    template <class QueryMode>
    static constexpr bool reacts_to_watermark = !times_by_clock && !std::is_same_v<QueryMode, output_mode::complete>;
    template <class QueryMode>
    static constexpr bool drops_late = transform_with_state::drops_late;
    template <class QueryMode>
    static constexpr bool is_bounded = variables::all_end;
    static constexpr bool wants_every_batch = times_by_clock;
    static constexpr std::array metrics{"numValueStateVars",
                                        "numListStateVars",
                                        "numMapStateVars",
                                        "numRegisteredTimers",
                                        "numDeletedTimers",
                                        "numExpiredTimers",
                                        "numValuesRemovedDueToTTLExpiry"};
    static constexpr const char* name = "transformWithStateExec";
  };
  using state_key_fields = typename keys_type::fields;
  using state_value_fields = typename variables::schema;
  using table_type = variables_table<typename keys_type::kept, typename variables::slot_row>;

  Input input;
  Processor processor;

  constexpr transform_with_state(Input below, Processor user, Mode /*mode*/, OutputTime /*time*/)
      : input(std::move(below)), processor(std::move(user)) {
    static_cast<void>(&functions::call);
  }

  constexpr keys_type exchanged_by() const { return input.keys; }
  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    return made_stage(place, nothing_to_begin_with{}, std::move(next));
  }
  template <class Beginning, class Next>
  auto made_stage(const auto& place, Beginning beginning, Next next) const {
    return stage::transform_with_state<transform_with_state, Beginning, late_rows_at<std::remove_cvref_t<decltype(place)>>,
                                       Next>(*this, place, beginning, std::move(next));
  }
  // Of which kind the variables are; their names and types are the value's fields.
  struct kinds_of_variables {
    static void print(auto& out) { variables::print(out); }
  };
  void for_each_setting(auto&& see) const {
    see(std::string_view("time mode"), Mode{});
    see(std::string_view("kinds of variables"), kinds_of_variables{});
  }
  void describe(auto& printer) const { printer.step("transform_with_state", Mode{}); }
};

// Its groups begin with the rows of a table.
template <class Input, class Processor, class Mode, class OutputTime, class Table>
struct transform_with_state<Input, Processor, Mode, OutputTime, initial_state<Table>>
    : transform_with_state<Input, Processor, Mode, OutputTime> {
  using base = transform_with_state<Input, Processor, Mode, OutputTime>;
  using table_plan = Table;
  using table_row = owned_row<row_of<Table>>;
  using key = typename base::keys_type::kept;
  using verdict = first_violation<
      typename base::verdict, demand<!is_streaming<Table>, groups_with_state_initial_state_batch>,
      demand<initial_row<key, table_row, table_row>::fits && base::functions::template takes_initial<table_row>(),
             transform_with_state_initial_signature>>;

  Table table;
  table_refresh refresh = read_once;

  constexpr transform_with_state(Input below, Processor user, Mode mode, OutputTime time, initial_state<Table> from)
      : base(std::move(below), std::move(user), mode, time), table(std::move(from.table)) {}

  static std::vector<table_row> make_table(std::vector<table_row> rows) { return rows; }
  template <class Place, class Next>
  auto make_stage(const Place& place, const std::vector<table_row>& rows, Next next) const {
    return this->made_stage(place, initial_rows<key, table_row, table_row, Place>(rows, place), std::move(next));
  }
};

}  // namespace tidemark::plan

namespace tidemark {

// Each group with rows in a batch, and each timer that is due, becomes any number of rows. A processor has
//   value_state, list_state, map_state           members, listed by BOOST_HANA_ADAPT_STRUCT(processor, …): kept by key
//   handle_rows(key, rows, timers)               a range of records; rows is a span
//   handle_timer(key, timers, time)              the same, if it registers timers
//   handle_initial_state(key, row, timers)       if there is initial_state(table), for each row, in batch 0
// Other members are not kept, and each partition has its own. Times: no_time, processing_time_mode or event_time_mode.
template <class Processor, TimeMode Mode, class... Initial>
constexpr auto transform_with_state(Processor processor, Mode mode, Initial... initial) {
  return step<plan::transform_with_state, Processor, Mode, no_output_time, Initial...>(std::move(processor), mode, {},
                                                                                       std::move(initial)...);
}

// The same, and the rows carry the watermark on in this column of theirs: a later step can go by it. A row at or before the
// watermark is error transform_with_state_late_output.
template <class Processor, TimeMode Mode, name Time, class... Initial>
constexpr auto transform_with_state(Processor processor, Mode mode, column<Time> /*time*/, Initial... initial) {
  return step<plan::transform_with_state, Processor, Mode, output_time<Time>, Initial...>(std::move(processor), mode, {},
                                                                                          std::move(initial)...);
}

// A refused table refuses the step, without a second error.
template <class Processor, TimeMode Mode>
constexpr rejected transform_with_state(Processor /*processor*/, Mode /*mode*/, rejected table) {
  return table;
}
template <class Processor, TimeMode Mode, name Time>
constexpr rejected transform_with_state(Processor /*processor*/, Mode /*mode*/, column<Time> /*time*/, rejected table) {
  return table;
}

}  // namespace tidemark
