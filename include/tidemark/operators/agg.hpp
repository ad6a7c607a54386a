// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// agg(aggregates…): one row a group of rows, kept over batches.

#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/aggregation.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/state/grouped_table.hpp>
#include <tidemark/state/update_block.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark::stage {

// Kept: the states of the aggregates, by group (the key that carries event time, if one does) and the other keys. Evicted: in
// append and update mode, a group once the evict watermark has reached its end. Late rows are counted by distinct keys.
template <class Plan, class Mode, class Late, class Next>
class agg {
  using state_type = typename Plan::state_type;
  using groups_type = typename Plan::table_type::groups_type;
  using group_type = typename Plan::keys::group_type;
  using key_type = typename Plan::table_type::key_type;
  using value_type = typename Plan::table_type::value_type;
  using table_type = typename groups_type::table;
  using entry_type = typename table_type::entry;
  using number = typename table_type::number;
  // The only key of a group, where no keys are left beside it.
  static constexpr bool has_one_key = std::is_same_v<key_type, tidemark::row<>>;
  static constexpr bool drops_late = Plan::stateful::template drops_late<Mode>;

  // What the aggregates read of a row; where that is cheap to keep, rows of large tables are applied in blocks.
  using delta_type = typename Plan::argument_row;
  using block_type = update_block<table_type, delta_type>;
  static constexpr bool has_blocks = !has_one_key && std::is_trivially_copyable_v<delta_type>;

 public:
  agg(const Plan& plan, const auto& place, Next next)
      : keys_(plan.keys_of_rows()),
        groups_(&place.template state<state_type>().table().groups()),
        record_(&place.record()),
        aside_(&place.template make<aside>(plan.aggregates)),
        owns_global_row_(place.owns_rows_without_key()),
        late_(late_rows_of(place)),
        next_(std::move(next)) {}

  // The rows to come are of this group.
  [[gnu::always_inline]] void enter(const group_type& group) {
    table_ = table_of(*aside_, *groups_, *record_, group);
    if constexpr (has_one_key) one_ = number_of_one_key(*table_);
  }

  // A row that is to come once for each of its groups, after the last of them to end has been entered. A row is late once all
  // its groups have ended.
  [[gnu::always_inline]] void arrive(const auto& row) {
    if constexpr (drops_late && Late::are_wanted)
      if (aside_->is_late) [[unlikely]]
        late_.process(row);
  }

  [[gnu::always_inline]] void process(const auto& row) {
    if constexpr (!Plan::keys::makes_windows) {
      const auto& group = keys_.group(row);
      if (table_ == nullptr || !(group == group_)) [[unlikely]]
        enter(group_ = group);
      arrive(row);
    }
    if constexpr (has_one_key) adder{&aside_->aggregates}(table_->change(one_), row);
    else add_by_key(row, adder{&aside_->aggregates});
  }

  void end_of_batch(const batch_info& batch) {
    if constexpr (has_blocks) aside_->block.flush(adder{&aside_->aggregates});
    groups_type& groups = *groups_;
    if constexpr (!Plan::has_keys) {
      // There is always one row, also before the first came.
      if (owns_global_row_) number_of_one_key(groups.at(group_type{}));
    }
    record_->rows_updated = static_cast<std::int64_t>(groups.changed_count());
    record_->rows_dropped_late = static_cast<std::int64_t>(aside_->late.size());
    record_->rows_removed = 0;
    const auto put_out = [this](const group_type& group, const key_type& key, const value_type& value) {
      next_.process(typename Plan::result_view{group, key, value});
    };
    if constexpr (std::is_same_v<Mode, output_mode::update>) groups.for_each_changed(put_out);
    if constexpr (std::is_same_v<Mode, output_mode::complete>)
      groups.for_each_group([&](const auto& group, const auto& table) { emit_all(group, table, put_out); });
    if constexpr (drops_late)
      groups.evict_through(timestamp::from_millis(record_->evict_ms), [&](const auto& group, const auto& table) {
        record_->rows_removed += static_cast<std::int64_t>(table.size());
        if constexpr (std::is_same_v<Mode, output_mode::append>) emit_all(group, table, put_out);
      });
    table_ = nullptr;
    aside_->late.clear();
    next_.end_of_batch(batch);
  }

 private:
  // What rows wait in, where late ones go, and the aggregates with the literals in them. Apart from the stage, so that nothing
  // takes the stage's address and it is trivial to destroy: its members can then live in registers.
  struct aside {
    explicit aside(const typename Plan::aggregate_pack& of) : aggregates(of) {}

    typename Plan::aggregate_pack aggregates;
    std::conditional_t<has_blocks, block_type, no_group> block;
    groups_type late;
    bool is_late = false;  // the group that was entered last
  };

  struct adder {
    const typename Plan::aggregate_pack* aggregates;

    [[gnu::always_inline]] void operator()(value_type& value, const auto& row) const { Plan::add(*aggregates, value, row); }
    static entry_type new_entry(key_type key) { return {std::move(key), Plan::zero()}; }
  };

  [[gnu::always_inline]] void add_by_key(const auto& row, adder add) {
    const auto probe = keys_.rest(row);
    const auto hash = memory_hash<std::remove_const_t<decltype(probe)>>::of(probe);
    if constexpr (has_blocks) {
      if (table_->is_large()) {
        aside_->block.add(*table_, hash, probe, as_row<delta_type>(row), add);
        return;
      }
    }
    table_->update(
        hash, probe, [&](value_type& value) { add(value, row); }, [&] { return adder::new_entry(as_row<key_type>(probe)); });
  }

  // The table of another group. That of a late group is thrown away at the end of the batch: the engine counts late rows by
  // distinct group and key. A group's rows are late together, and the late watermark stays as it is for a batch.
  [[gnu::noinline]] static table_type* table_of(aside& apart, groups_type& groups, const step_record& record,
                                                group_type group) {
    if constexpr (drops_late) {
      const bool is_late = has_ended(group, timestamp::from_millis(record.late_ms));
      if constexpr (Late::are_wanted) apart.is_late = is_late;
      if (is_late) return &apart.late.at(group);
    }
    return &groups.at(group);
  }

  // Found or made, and then changed.
  [[gnu::noinline]] static number number_of_one_key(table_type& table) {
    const key_type key{};
    return table.update(
        memory_hash<key_type>::of(key), key, [](value_type& /*value*/) {}, [&] { return adder::new_entry(key); });
  }

  static void emit_all(const group_type& group, const table_type& table, const auto& put_out) {
    table.for_each([&](const key_type& key, const value_type& value) { put_out(group, key, value); });
  }

  [[no_unique_address]] typename Plan::keys keys_;
  groups_type* groups_;
  step_record* record_;
  aside* aside_;
  bool owns_global_row_;
  group_type group_{};
  table_type* table_ = nullptr;
  number one_ = table_type::none;  // of the table, if it has one key
  [[no_unique_address]] Late late_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

// Without group_by all rows are one group.
template <class Input, class... Aggregates>
struct agg : agg<group_by<Input>, Aggregates...> {
  constexpr explicit agg(Input below, Aggregates... each)
      : agg<group_by<Input>, Aggregates...>(group_by<Input>(std::move(below)), std::move(each)...) {}
};

template <class Below, class... Keys, class... Aggregates>
struct agg<group_by<Below, Keys...>, Aggregates...> : aggregation<group_by<Below, Keys...>, Aggregates...> {
  using base = aggregation<group_by<Below, Keys...>, Aggregates...>;
  using keys = typename base::keys;
  using argument_row =
      row_from<owned_fields<kept_fields<fields_of<typename base::input_row>, united_names<typename Aggregates::columns...>>>>;
  using table_type = grouped_table<typename keys::group_type, typename keys::rest_row, typename base::value_type>;
  using state_type = state_of<table_type>;

  using base::base;

  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    using mode = typename std::remove_cvref_t<decltype(place)>::mode;
    using stage_type = stage::agg<agg, mode, late_rows_at<std::remove_cvref_t<decltype(place)>>, Next>;
    stage_type made(*this, place, std::move(next));
    if constexpr (keys::makes_windows)
      return stage::assign_windows<typename keys::group_key, stage_type>(this->input.template key<keys::group_name>(),
                                                                         std::move(made));
    else return made;
  }
};

}  // namespace tidemark::plan

namespace tidemark {

// One row a group: its keys, then the aggregates. Append mode puts a group out once the watermark has passed it; update mode
// the groups that changed; complete mode all. On a stream without group_by: one row for all.
template <Aggregate... Aggregates>
constexpr auto agg(Aggregates... aggregates) {
  return step<plan::agg, Aggregates...>(std::move(aggregates)...);
}

// A single aggregate can stand for agg(…): grouped | count().
template <class Input, Aggregate A>
constexpr auto operator|(stream<Input> below, A aggregate) {
  return std::move(below) | agg(std::move(aggregate));
}

}  // namespace tidemark
