// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// map(f): each row becomes what a function makes of it.

#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/rules/rows.hpp>

#include <type_traits>
#include <utility>

namespace tidemark::stage {

template <class R, class F, class Next>
class map {
 public:
  constexpr map(F f, Next next) : f_(std::move(f)), next_(std::move(next)) {}

  [[gnu::always_inline]] constexpr void process(const auto& row) { next_.process(apply_to<R>(f_, row)); }
  constexpr void end_of_batch(const batch_info& batch) { next_.end_of_batch(batch); }

 private:
  [[no_unique_address]] F f_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

namespace detail {

// What a function makes of a row; row<> if it can't be called with one.
template <class F, class R>
constexpr auto result_of_row() {
  if constexpr (requires(const F& f, const R& row) { f(row); })
    return std::type_identity<std::remove_cvref_t<decltype(std::declval<const F&>()(std::declval<const R&>()))>>{};
  else return std::type_identity<tidemark::row<>>{};
}

}  // namespace detail

template <class Input, class F>
struct map {
  using input_type = Input;
  static constexpr bool is_callable = requires(const F& f, const row_of<Input>& row) { f(row); };
  using result = typename decltype(detail::result_of_row<F, row_of<Input>>())::type;
  using row = std::conditional_t<Row<result>, result, tidemark::row<>>;
  using verdict = first_violation<demand<is_callable, function_does_not_take_row>, demand<Row<result>, result_is_not_a_record>>;
  using event_time = name_list<>;  // a function makes new rows: nothing is known of their columns

  Input input;
  [[no_unique_address]] F f;

  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return stage::map<row_of<Input>, F, Next>(f, std::move(next));
  }
  void describe(auto& printer) const { printer.step("map", f); }
};

}  // namespace tidemark::plan

namespace tidemark {

// Each row becomes f(row), a record: map([](const bid& b) { return quote{b.auction, b.price}; }).
template <class F>
constexpr auto map(F f) {
  return step<plan::map, F>(std::move(f));
}

}  // namespace tidemark
