// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// order_by(keys…): the rows of a whole result in order; with limit(n) behind it the first n of them.

#include <tidemark/operators/kept_rows.hpp>
#include <tidemark/operators/limit.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/plan/sort_order.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/rules/output_mode.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark::stage {

// Keeps the rows of a batch, and puts them out in order.
template <class R, class Order, class Next>
class order_by {
 public:
  order_by(Order before, Next next) : before_(std::move(before)), next_(std::move(next)) {}

  [[gnu::always_inline]] void process(const auto& row) { rows_.add(row); }
  void end_of_batch(const batch_info& batch) {
    std::sort(rows_.begin(), rows_.end(), before_);
    for (const R& row : rows_) next_.process(row);
    rows_.clear();
    next_.end_of_batch(batch);
  }

 private:
  kept_rows<R> rows_;
  [[no_unique_address]] Order before_;
  [[no_unique_address]] Next next_;
};

// Keeps no more than the first rows of a batch: a heap with the last of them on top, which a row that comes before it replaces.
template <class R, class Order, class Next>
class first_in_order {
 public:
  static constexpr bool puts_in_order = true;

  first_in_order(Order before, std::int64_t rows, Next next)
      : before_(std::move(before)), most_(static_cast<std::size_t>(rows)), next_(std::move(next)) {}

  [[gnu::always_inline]] void process(const auto& row) {
    if (rows_.size() < most_) {
      rows_.add(row);
      std::push_heap(rows_.begin(), rows_.end(), before_);
    } else if (most_ > 0 && before_(row, *rows_.begin())) {
      std::pop_heap(rows_.begin(), rows_.end(), before_);
      rows_.replace_last(row);
      std::push_heap(rows_.begin(), rows_.end(), before_);
    }
  }
  void end_of_batch(const batch_info& batch) {
    std::sort_heap(rows_.begin(), rows_.end(), before_);
    for (const R& row : rows_) next_.process(row);
    rows_.clear();
    next_.end_of_batch(batch);
  }

 private:
  kept_rows<R> rows_;
  [[no_unique_address]] Order before_;
  std::size_t most_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

namespace detail {

// Its values can be put in order.
template <class Key, class R, class T = without_null<type_of<typename Key::expression_type, R>>>
inline constexpr bool has_order = is_wrong_type<T> || Comparable<T, T>;

}  // namespace detail

template <class Input, class... Keys>
struct order_by {
  using input_type = Input;
  using row = row_of<Input>;
  using order_type = sort_order<Keys...>;
  using verdict = first_violation<expression_fits<typename Keys::expression_type, row>...,
                                  demand<detail::has_order<Keys, row>, operands_do_not_fit>...>;
  // A stream has no end, and so no first row; what is put out as changes has no order. A table that comes whole has one.
  template <class Mode>
  using mode_verdict =
      demand<!is_streaming<Input> || (std::is_same_v<Mode, output_mode::complete> && lineage_of<Input>::has_aggregation),
             sort_stream>;

  Input input;
  expression_pack<Keys...> keys;

  constexpr order_by(Input below, Keys... by) : input(std::move(below)), keys(std::move(by)...) {}

  constexpr order_type order() const {
    return keys.unpack([](const auto&... each) { return order_type(each...); });
  }
  constexpr one_partition exchanged_by() const { return {}; }

  template <class Next>
  auto make_stage(const auto& /*place*/, Next next) const {
    if constexpr (requires { requires Next::puts_in_order; }) return next;
    else return stage::order_by<row, order_type, Next>(order(), std::move(next));
  }
  void describe(auto& printer) const {
    keys.unpack([&](const auto&... each) { printer.step("order_by", each...); });
  }
};

// A limit of ordered rows, which takes their place: what comes behind the first rows is not sorted.
template <class Below, class... Keys, class Rows>
struct limit<order_by<Below, Keys...>, Rows> {
  using input_type = order_by<Below, Keys...>;
  using row = row_of<Below>;
  using verdict = ok;

  input_type input;
  Rows rows;

  template <class Next>
  auto make_stage(const auto& /*place*/, Next next) const {
    return stage::first_in_order<row, typename input_type::order_type, Next>(input.order(), rows, std::move(next));
  }
  void describe(auto& printer) const { printer.step("limit", rows); }
};

}  // namespace tidemark::plan

namespace tidemark {

// The rows of each batch's table in order, in complete output above an aggregation; or those of a static table. By columns and
// expressions, ascending, or with a direction; of equal rows any may come first. `limit(10)` right behind it keeps ten rows
// only:
//   … | count() | order_by(desc("count"_c), "page"_c) | limit(10)
template <SortKey... Keys>
  requires(sizeof...(Keys) > 0)
constexpr auto order_by(const Keys&... keys) {
  return step<plan::order_by, decltype(detail::as_sort_key(keys))...>(detail::as_sort_key(keys)...);
}

}  // namespace tidemark
