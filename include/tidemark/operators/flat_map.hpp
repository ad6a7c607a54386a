// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// flat_map(f): each row becomes any number of rows.

#include <tidemark/operators/map.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/rules/rows.hpp>

#include <type_traits>
#include <utility>

namespace tidemark::stage {

template <class R, class F, class Next>
class flat_map {
 public:
  constexpr flat_map(F f, Next next) : f_(std::move(f)), next_(std::move(next)) {}

  [[gnu::always_inline]] constexpr void process(const auto& row) {
    for (auto&& made : apply_to<R>(f_, row)) next_.process(made);
  }
  constexpr void end_of_batch(const batch_info& batch) { next_.end_of_batch(batch); }

 private:
  [[no_unique_address]] F f_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

namespace detail {

template <class Range>
constexpr auto element_of() {
  if constexpr (requires(Range& range) {
                  *range.begin();
                  range.end();
                })
    return std::type_identity<std::remove_cvref_t<decltype(*std::declval<Range&>().begin())>>{};
  else return std::type_identity<void>{};
}

}  // namespace detail

template <class Input, class F>
struct flat_map {
  using input_type = Input;
  static constexpr bool is_callable = map<Input, F>::is_callable;
  using element = typename decltype(detail::element_of<typename map<Input, F>::result>())::type;
  using row = std::conditional_t<Row<element>, element, tidemark::row<>>;
  using verdict =
      first_violation<demand<is_callable, function_does_not_take_row>, demand<Row<element>, result_is_not_a_record>>;
  using event_time = name_list<>;

  Input input;
  [[no_unique_address]] F f;

  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return stage::flat_map<row_of<Input>, F, Next>(f, std::move(next));
  }
  void describe(auto& printer) const { printer.step("flat_map", f); }
};

}  // namespace tidemark::plan

namespace tidemark {

// Each row becomes the records of f(row), any input range: flat_map([](const line& l) { return words(l.text); }).
template <class F>
constexpr auto flat_map(F f) {
  return step<plan::flat_map, F>(std::move(f));
}

}  // namespace tidemark
