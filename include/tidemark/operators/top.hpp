// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// top(n, keys…): of each group of a whole result the first n rows in an order.

#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/group_function.hpp>
#include <tidemark/operators/order_by.hpp>
#include <tidemark/operators/rows_by_key.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/sort_order.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/rules/keyed_groups.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark::stage {

// Kept until the end of the batch: its rows and keys.
template <class Plan, class Next>
class top {
  using keys_type = typename Plan::keys_type;
  using row_type = typename Plan::row;

 public:
  top(const Plan& plan, const auto& place, Next next)
      : keys_(plan.input.keys),
        before_(plan.order()),
        most_(static_cast<std::size_t>(plan.rows)),
        aside_(&place.template make<aside>()),
        next_(std::move(next)) {}

  [[gnu::always_inline]] void process(const auto& row) { aside_->rows.add(row); }

  void end_of_batch(const batch_info& batch) {
    auto& [rows, order] = *aside_;
    rows.hand_out(keys_, [&](const auto& /*key*/, std::span<const row_type> group) {
      order.resize(group.size());
      std::transform(group.begin(), group.end(), order.begin(), [](const row_type& row) { return &row; });
      const auto past = order.begin() + static_cast<std::ptrdiff_t>((std::min)(most_, order.size()));
      std::partial_sort(order.begin(), past, order.end(),
                        [&](const row_type* a, const row_type* b) { return before_(*a, *b); });
      std::for_each(order.begin(), past, [&](const row_type* row) { next_.process(*row); });
    });
    next_.end_of_batch(batch);
  }

 private:
  struct aside {
    rows_by_key<row_type, keys_type> rows;
    std::vector<const row_type*> order;  // of the group at hand
  };

  [[no_unique_address]] keys_type keys_;
  [[no_unique_address]] typename Plan::order_type before_;
  std::size_t most_;
  aside* aside_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

// What has an order, and where, is as for order_by.
template <class Input, class Rows, class... Keys>
struct top {
  using input_type = Input;
  static constexpr bool takes_keyed_groups = true;
  using row = row_of<Input>;
  using keys_type = keys_of_groups<Input>;
  using order_type = sort_order<Keys...>;
  using verdict =
      first_violation<demand<is_keyed<Input>, function_needs_keyed_groups>, typename order_by<Input, Keys...>::verdict>;
  template <class Mode>
  using mode_verdict = typename order_by<Input, Keys...>::template mode_verdict<Mode>;

  Input input;
  Rows rows;
  expression_pack<Keys...> keys;

  constexpr top(Input below, Rows most, Keys... by) : input(std::move(below)), rows(most), keys(std::move(by)...) {}

  constexpr order_type order() const {
    return keys.unpack([](const auto&... each) { return order_type(each...); });
  }
  constexpr keys_type exchanged_by() const { return input.keys; }

  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    return stage::top<top, Next>(*this, place, std::move(next));
  }
  void describe(auto& printer) const {
    keys.unpack([&](const auto&... each) { printer.step("top", rows, each...); });
  }
};

}  // namespace tidemark::plan

namespace tidemark {

// The first n rows of each group, in complete output above an aggregation; or those of a static table. In the order of columns
// and expressions, ascending, or with a direction; of equal rows any may come first. Groups come in any order, the rows of a
// group in theirs. Throws error limit_negative.
//   … | count() | group_by_key("site"_c) | top(3, desc("count"_c), "page"_c)
template <SortKey... Keys>
  requires(sizeof...(Keys) > 0)
constexpr auto top(std::int64_t rows, const Keys&... keys) {
  if (rows < 0) throw error("limit_negative", "the number of rows of a limit is below zero; give zero or more");
  return step<plan::top, std::int64_t, decltype(detail::as_sort_key(keys))...>(rows, detail::as_sort_key(keys)...);
}

}  // namespace tidemark
