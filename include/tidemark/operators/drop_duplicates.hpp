// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// drop_duplicates(columns…): of rows that are equal in these columns, the first.

#include <tidemark/operators/duplicate_keys.hpp>
#include <tidemark/operators/expiring_duplicates.hpp>
#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/look_ahead.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/operators/time_to_live.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/rules/event_time.hpp>
#include <tidemark/state/grouped_table.hpp>
#include <tidemark/state/state_of.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace detail {

template <class Keys>
constexpr auto group_of_keys() {
  if constexpr (Keys::are_timed)
    return std::type_identity<decltype(second_of(Keys::time(std::declval<const typename Keys::kept_row&>())))>{};
  else return std::type_identity<no_group>{};
}

}  // namespace detail

// Keys that are known, by the second in which they end where they do.
template <class Keys>
using known_keys =
    state_of<grouped_table<typename decltype(detail::group_of_keys<Keys>())::type, typename Keys::kept_row, row<>>>;

}  // namespace tidemark

namespace tidemark::stage {

// Kept: the keys that have come. Evicted, if the event time is one of them: a key once the evict watermark has reached its
// time.
template <class Keys, class Late, class Next>
class drop_duplicates {
  using state_type = known_keys<Keys>;
  using groups_type = std::remove_cvref_t<decltype(std::declval<state_type&>().table().groups())>;
  using group_type = std::remove_cvref_t<decltype(std::declval<state_type&>().table())>::group_type;

 public:
  using table_type = typename groups_type::table;

  drop_duplicates(const auto& place, Next next)
      : groups_(&place.template state<state_type>().table().groups()),
        record_(&place.record()),
        late_(late_rows_of(place)),
        next_(std::move(next)) {}

  [[gnu::always_inline]] look_up_place<table_type> look_up(const auto& row) {
    if (Keys::is_late(row, record_->late_ms)) {
      ++late_count_;
      late_.process(row);
      return {};
    }
    const auto key = Keys{}(row);
    return {&table_of(row), memory_hash<std::remove_const_t<decltype(key)>>::of(key)};
  }
  [[gnu::always_inline]] void meet(const auto& row, look_up_place<table_type> at) {
    const auto key = Keys{}(row);
    if (at.table->try_insert(at.hash, key, [&] { return as_row<typename Keys::kept_row>(key); })) next_.process(row);
    else ++duplicates_;
  }

  void end_of_batch(const batch_info& batch) {
    record_->rows_updated = static_cast<std::int64_t>(groups_->changed_count());
    record_->rows_removed = 0;
    if constexpr (Keys::are_timed) {
      // What came in this batch is above the late watermark.
      if (record_->evict_ms > record_->late_ms) evict_through(timestamp::from_millis(record_->evict_ms));
    }
    record_->rows_dropped_late = std::exchange(late_count_, 0);
    record_->metrics[0] = std::exchange(duplicates_, 0);
    next_.end_of_batch(batch);
  }

 private:
  [[gnu::always_inline]] table_type& table_of([[maybe_unused]] const auto& row) {
    if constexpr (Keys::are_timed) return groups_->at(second_of(Keys::time(row)));
    else return groups_->at(no_group{});
  }

  // Whole seconds first; of the one that the watermark is in, the keys that have ended.
  void evict_through(timestamp watermark) {
    groups_->evict_through(watermark, [this](const group_type& /*group*/, const table_type& ended) {
      record_->rows_removed += static_cast<std::int64_t>(ended.size());
    });
    table_type* const begun = groups_->find(second_of(watermark));
    if (begun == nullptr) return;
    record_->rows_removed += static_cast<std::int64_t>(
        begun->erase_if([&](auto number) { return is_at_or_below(Keys::time(begun->key(number)), watermark); }));
  }

  groups_type* groups_;
  step_record* record_;
  std::int64_t late_count_ = 0;
  std::int64_t duplicates_ = 0;
  [[no_unique_address]] Late late_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

// What is the same with and without a time to live.
template <class Input, name... Names>
struct first_of_duplicates {
  using input_type = Input;
  using keys = duplicate_keys<Input, Names...>;
  using row = row_of<Input>;
  using verdict =
      first_violation<columns_exist<name_list<Names...>, row>, demand<keys::marks::size <= 1, watermark_two_columns>>;
  template <class Required>
  using needs = united_names<Required, typename keys::names, typename keys::marks>;

  struct stateful : stateful_step {
    static constexpr bool has_event_time_key = keys::are_timed;
    static constexpr bool counts_in_chains = keys::are_timed;
    static constexpr std::size_t watermarks_below = watermark_count<Input>;
    template <class Mode>
    static constexpr bool reacts_to_watermark = true;
    template <class Mode>
    static constexpr bool drops_late = keys::mark::exists;
    template <class Mode>
    static constexpr bool is_bounded = keys::are_timed;
    static constexpr std::array metrics{"numDroppedDuplicateRows"};
    static constexpr const char* name = "dedupe";
  };
  using state_key_fields = fields_of<typename keys::kept_row>;

  Input input;

  constexpr explicit first_of_duplicates(Input below) : input(std::move(below)) {}

  constexpr keys exchanged_by() const { return {}; }
  void for_each_setting(auto&& /*f*/) const {}
};

template <class Input, class... Columns>
struct drop_duplicates : first_of_duplicates<Input, Columns::key...> {
  using base = first_of_duplicates<Input, Columns::key...>;
  using state_value_fields = field_list<>;

  constexpr explicit drop_duplicates(Input below, Columns... /*names*/) : base(std::move(below)) {}

  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    return with_look_ahead<Input>(
        place, stage::drop_duplicates<typename base::keys, late_rows_at<std::remove_cvref_t<decltype(place)>>, Next>(
                   place, std::move(next)));
  }
  void describe(auto& printer) const { printer.step("drop_duplicates", Columns{}...); }
};

template <class Input, class Lifetime, class... Columns>
struct drop_duplicates_for : first_of_duplicates<Input, Columns::key...> {
  using base = first_of_duplicates<Input, Columns::key...>;
  using state_value_fields = fields_of<expiry>;
  struct stateful : base::stateful {
    template <class Mode>
    static constexpr bool is_bounded = true;
  };

  Lifetime lifetime;

  constexpr drop_duplicates_for(Input below, Lifetime kept, Columns... /*names*/)
      : base(std::move(below)), lifetime(std::move(kept)) {}

  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    return with_look_ahead<Input>(
        place,
        stage::expiring_duplicates<typename base::keys, Lifetime, late_rows_at<std::remove_cvref_t<decltype(place)>>, Next>(
            place, lifetime, std::move(next)));
  }
  void describe(auto& printer) const { printer.step("drop_duplicates", Columns{}..., lifetime.ttl); }
};

}  // namespace tidemark::plan

namespace tidemark {

// The first row of each key; later ones are dropped. Without columns, all of them are the key. Null is a value like others.
// State grows with the keys, unless one of the columns carries a watermark: then a key leaves once no row of it can be in time.
template <name... Names>
constexpr auto drop_duplicates(column<Names>... columns) {
  return step<plan::drop_duplicates, column<Names>...>(columns...);
}

struct drop_duplicates_options {
  std::chrono::microseconds ttl{};
};

// As above, but a key is remembered for `ttl` from its first row, by the time of the batches, whatever the watermark: a row
// that comes after it counts as a first one. Throws error time_to_live_not_positive.
//   clicks | td::drop_duplicates({.ttl = 24h}, "id"_c)
template <name... Names>
constexpr auto drop_duplicates(drop_duplicates_options options, column<Names>... columns) {
  return step<plan::drop_duplicates_for, time_to_live, column<Names>...>(checked_time_to_live(options.ttl), columns...);
}

}  // namespace tidemark
