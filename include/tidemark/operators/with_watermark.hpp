// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// with_watermark(column, delay): how late rows may come, by the times in this column.

#include <tidemark/operators/event_time_value.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/value_text.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/rules/event_time.hpp>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// What may hold for a watermark beside its delay; neither does unless given. May differ from run to run.
struct watermark_options {
  static constexpr auto never = (std::chrono::microseconds::max)();

  // A row whose time is more than this ahead of its batch's time does not move the watermark. It passes on like others.
  std::chrono::microseconds ignore_event_times_beyond = never;
  // An input that had no row for this long, by the time of the batches, no longer holds back the watermark of others.
  std::chrono::microseconds idle_after = never;

  friend bool operator==(const watermark_options&, const watermark_options&) = default;
  void print(std::string& out) const {
    std::string_view between;
    const auto add = [&](std::string_view what, std::chrono::microseconds span) {
      if (span == never) return;
      append_duration_text((out += between) += what, span);
      between = ", ";
    };
    add("ignore event times beyond ", ignore_event_times_beyond);
    add("idle after ", idle_after);
  }
};

// Not given: stages need not look at every row.
struct no_watermark_options {
  static constexpr auto ignore_event_times_beyond = watermark_options::never;
  static constexpr auto idle_after = watermark_options::never;
};

}  // namespace tidemark

namespace tidemark::stage {

template <name Time, bool HasLimit, class Next>
class with_watermark {
 public:
  constexpr with_watermark(observed_times& record, Next next) : record_(&record), next_(std::move(next)) {}

  [[gnu::always_inline]] constexpr void process(const auto& row) {
    const std::int64_t micros = event_time_or_epoch(get<Time>(row)).micros;  // as in the engine
    if (HasLimit && micros > record_->limit) [[unlikely]]
      ++rows_beyond_;
    else note(micros);
    next_.process(row);
  }
  constexpr void end_of_batch(const batch_info& batch) {
    *record_ = {rows_, least_, greatest_, carries_ * (wide{1} << 64) + sum_, rows_beyond_, record_->limit};
    rows_beyond_ = 0;
    rows_ = none.rows;
    least_ = none.least;
    greatest_ = none.greatest;
    carries_ = sum_ = 0;
    next_.end_of_batch(batch);
  }

 private:
  using wide = decltype(observed_times::sum);
  static constexpr observed_times none{};

  // Members of their own and a sum of one word, so that all fit into registers. The sum passes its range once in some thousand
  // times of today; that is counted.
  [[gnu::always_inline]] constexpr void note(std::int64_t micros) {
    ++rows_;
    least_ = (std::min)(least_, micros);
    greatest_ = (std::max)(greatest_, micros);
    if (__builtin_add_overflow(sum_, micros, &sum_)) [[unlikely]]
      carries_ += micros >> 63 | 1;  // by its sign
  }

  observed_times* record_;
  std::int64_t rows_ = none.rows;
  std::int64_t least_ = none.least;
  std::int64_t greatest_ = none.greatest;
  std::int64_t sum_ = 0;
  std::int64_t carries_ = 0;  // of 2^64
  std::int64_t rows_beyond_ = 0;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

namespace detail {

template <class T>
inline constexpr bool can_carry_watermark =
    std::same_as<without_null<T>, timestamp> || std::same_as<without_null<T>, time_window>;

}  // namespace detail

template <class Input, class Column, class Delay, class Options>
struct with_watermark {
  using input_type = Input;
  using row = row_of<Input>;
  using verdict = first_violation<columns_exist<typename Column::columns, row>,
                                  demand<detail::can_carry_watermark<type_of<Column, row>>, watermark_type>,
                                  demand<!watermark_flows<Input>, watermark_redefined>>;
  static constexpr bool defines_watermark = is_streaming<Input>;  // on a static table it says nothing
  static constexpr bool has_options = std::same_as<Options, watermark_options>;
  using event_time = std::conditional_t<defines_watermark, name_list<Column::key>, name_list<>>;
  template <class Required>
  using needs = united_names<Required, typename Column::columns>;

  Input input;
  [[no_unique_address]] Column time;
  Delay delay;
  [[no_unique_address]] Options options;

  std::int64_t delay_ms() const { return std::chrono::floor<std::chrono::milliseconds>(delay).count(); }
  std::int64_t ignored_beyond_micros() const { return options.ignore_event_times_beyond.count(); }
  std::int64_t idle_after_ms() const { return std::chrono::ceil<std::chrono::milliseconds>(options.idle_after).count(); }

  template <class Next>
  constexpr auto make_stage(const auto& place, Next next) const {
    if constexpr (defines_watermark)
      return stage::with_watermark<Column::key, has_options, Next>(place.observed(), std::move(next));
    else return next;
  }
  void describe(auto& printer) const {
    if constexpr (has_options) {
      if (options != watermark_options{}) return printer.step("with_watermark", time, delay, options);
    }
    printer.step("with_watermark", time, delay);
  }
};

}  // namespace tidemark::plan

namespace tidemark {

namespace detail {

constexpr void check_watermark_delay(std::chrono::microseconds delay) {
  if (delay.count() < 0) throw error("watermark_delay_negative", "the delay of a watermark is below zero; give zero or more");
}

}  // namespace detail

// Declares that rows come at most `delay` later than the greatest time seen in the column (a timestamp, or a window by its
// end). After each batch the watermark is that time less the delay, in whole milliseconds; it never goes back. Steps above
// drop rows at or below it and let go of state that it has passed. Throws error watermark_delay_negative.
template <name Time, class Rep, class Period>
constexpr auto with_watermark(column<Time> time, std::chrono::duration<Rep, Period> delay) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(delay);
  detail::check_watermark_delay(micros);
  return step<plan::with_watermark, column<Time>, std::chrono::microseconds, no_watermark_options>(time, micros, {});
}

// The same for inputs whose clocks may be wrong, and for several of which one may fall silent. A group that only a time far
// ahead made stays until the watermark gets there. Throws also error watermark_options.
//   with_watermark("time"_c, 10min, {.ignore_event_times_beyond = 1h, .idle_after = 5min})
template <name Time, class Rep, class Period>
constexpr auto with_watermark(column<Time> time, std::chrono::duration<Rep, Period> delay, watermark_options options) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(delay);
  detail::check_watermark_delay(micros);
  if (options.ignore_event_times_beyond.count() < 0)
    throw error("watermark_options",
                "event times of the past would be ignored; give ignore_event_times_beyond of zero or more");
  if (options.idle_after.count() <= 0)
    throw error("watermark_options", "every input would be idle at once; give idle_after above zero");
  return step<plan::with_watermark, column<Time>, std::chrono::microseconds, watermark_options>(time, micros, options);
}

}  // namespace tidemark
