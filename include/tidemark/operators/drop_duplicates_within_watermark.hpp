// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// drop_duplicates_within_watermark(columns…): of rows that are equal in these columns and close in event time, the first.

#include <tidemark/operators/duplicate_keys.hpp>
#include <tidemark/operators/expiring_duplicates.hpp>
#include <tidemark/operators/late_rows.hpp>
#include <tidemark/operators/look_ahead.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/watermark_delay.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/rules/event_time.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <utility>

namespace tidemark {

// A key is forgotten when the watermark has passed the event time of its first row by the delay. A null time counts as the
// epoch, as in the engine: such a key is forgotten with the first watermark.
template <class Keys>
struct watermark_lifetime {
  static constexpr bool ends_before_batch = false;

  std::chrono::microseconds delay;

  static timestamp now(const step_record& record) { return timestamp::from_millis(record.evict_ms); }
  timestamp expires(const auto& row, const step_record& /*record*/) const {
    return event_time_or_epoch(get<Keys::mark::key>(row)) + delay;
  }
};

}  // namespace tidemark

namespace tidemark::plan {

template <class Input, class... Columns>
struct drop_duplicates_within_watermark {
  using input_type = Input;
  using keys = duplicate_keys<Input, Columns::key...>;
  using row = row_of<Input>;
  using verdict = first_violation<columns_exist<name_list<Columns::key...>, row>,
                                  demand<is_streaming<Input>, batch_drop_duplicates_within_watermark>,
                                  demand<keys::marks::size >= 1, drop_duplicates_within_watermark_needs_watermark>,
                                  demand<keys::marks::size <= 1, watermark_two_columns>>;
  template <class Required>
  using needs = united_names<Required, typename keys::names, typename keys::marks>;

  struct stateful : stateful_step {
    static constexpr bool has_event_time_key = keys::are_timed;
    static constexpr std::size_t watermarks_below = watermark_count<Input>;
    template <class Mode>
    static constexpr bool reacts_to_watermark = true;
    template <class Mode>
    static constexpr bool drops_late = true;
    template <class Mode>
    static constexpr bool is_bounded = true;
    static constexpr std::array metrics{"numDroppedDuplicateRows"};
    static constexpr const char* name = "dedupeWithinWatermark";
  };
  using state_key_fields = fields_of<typename keys::kept_row>;
  using state_value_fields = fields_of<expiry>;

  Input input;

  constexpr explicit drop_duplicates_within_watermark(Input below, Columns... /*names*/) : input(std::move(below)) {}

  constexpr keys exchanged_by() const { return {}; }
  void for_each_setting(auto&& /*f*/) const {}

  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    using lifetime = watermark_lifetime<keys>;
    const std::chrono::milliseconds delay(watermark_delay_ms<keys::mark::key>(input));
    return with_look_ahead<Input>(
        place, stage::expiring_duplicates<keys, lifetime, late_rows_at<std::remove_cvref_t<decltype(place)>>, Next>(
                   place, lifetime{delay}, std::move(next)));
  }
  void describe(auto& printer) const { printer.step("drop_duplicates_within_watermark", Columns{}...); }
};

}  // namespace tidemark::plan

namespace tidemark {

// The first row of each key; one that comes again is dropped, surely if its event time differs by no more than the delay of the
// watermark. State is bounded by that. Without columns, all of them are the key.
template <name... Names>
constexpr auto drop_duplicates_within_watermark(column<Names>... columns) {
  return step<plan::drop_duplicates_within_watermark, column<Names>...>(columns...);
}

}  // namespace tidemark
