// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// with_watermark(column, delay): how late rows may come, by the times in this column.

#include <tidemark/operators/event_time_value.hpp>
#include <tidemark/operators/stream.hpp>
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
#include <type_traits>
#include <utility>

namespace tidemark::stage {

template <name Time, class Next>
class with_watermark {
 public:
  constexpr with_watermark(observed_times& record, Next next) : record_(&record), next_(std::move(next)) {}

  [[gnu::always_inline]] constexpr void process(const auto& row) {
    note(event_time_or_epoch(get<Time>(row)).micros);  // as in the engine
    next_.process(row);
  }
  constexpr void end_of_batch(const batch_info& batch) {
    *record_ = {rows_, least_, greatest_, carries_ * (wide{1} << 64) + sum_};
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
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

namespace detail {

template <class T>
inline constexpr bool can_carry_watermark =
    std::same_as<without_null<T>, timestamp> || std::same_as<without_null<T>, time_window>;

}  // namespace detail

template <class Input, class Column, class Delay>
struct with_watermark {
  using input_type = Input;
  using row = row_of<Input>;
  using verdict = first_violation<columns_exist<typename Column::columns, row>,
                                  demand<detail::can_carry_watermark<type_of<Column, row>>, watermark_type>,
                                  demand<!watermark_flows<Input>, watermark_redefined>>;
  static constexpr bool defines_watermark = is_streaming<Input>;  // on a static table it says nothing
  using event_time = std::conditional_t<defines_watermark, name_list<Column::key>, name_list<>>;
  template <class Required>
  using needs = united_names<Required, typename Column::columns>;

  Input input;
  [[no_unique_address]] Column time;
  Delay delay;

  std::int64_t delay_ms() const { return std::chrono::floor<std::chrono::milliseconds>(delay).count(); }

  template <class Next>
  constexpr auto make_stage(const auto& place, Next next) const {
    if constexpr (defines_watermark) return stage::with_watermark<Column::key, Next>(place.observed(), std::move(next));
    else return next;
  }
  void describe(auto& printer) const { printer.step("with_watermark", time, delay); }
};

}  // namespace tidemark::plan

namespace tidemark {

// Declares that rows come at most `delay` later than the greatest time seen in the column (a timestamp, or a window by its
// end). After each batch the watermark is that time less the delay, in whole milliseconds; it never goes back. Steps above
// drop rows at or below it and let go of state that it has passed. Throws error watermark_delay_negative.
template <name Time, class Rep, class Period>
constexpr auto with_watermark(column<Time> time, std::chrono::duration<Rep, Period> delay) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(delay);
  if (micros.count() < 0) throw error("watermark_delay_negative", "the delay of a watermark is below zero; give zero or more");
  return step<plan::with_watermark, column<Time>, std::chrono::microseconds>(time, micros);
}

}  // namespace tidemark
