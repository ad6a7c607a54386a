// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What aggregations mean, whatever they keep their groups in: keys, states, the rows that groups become, and their rules.

#include <tidemark/operators/aggregate.hpp>
#include <tidemark/operators/aggregate_keys.hpp>
#include <tidemark/operators/aggregate_result.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/rules/aggregation.hpp>
#include <tidemark/rules/columns.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tidemark::plan {

template <class Groups, class... Aggregates>
struct aggregation;
template <class Below, class... Keys, class... Aggregates>
struct aggregation<group_by<Below, Keys...>, Aggregates...> {
  using input_type = group_by<Below, Keys...>;
  static constexpr bool takes_groups = true;
  static constexpr bool has_keys = sizeof...(Keys) > 0;

  using input_row = row_with_windows<row_of<Below>, Keys...>;
  using keys = aggregate_keys<input_row, event_time_of<Below>, Keys...>;
  using aggregate_pack = expression_pack<Aggregates...>;
  template <class A>
  using over = typename A::template over<input_row, has_keys>;

  using row = row_from<joined_fields<typename keys::fields, aggregate_fields<input_row, has_keys, Aggregates...>>>;
  using verdict =
      first_violation<typename Aggregates::template arguments_fit<input_row>...,
                      demand<Aggregates::function::has_name, aggregate_needs_name>...,
                      demand<Aggregates::template fits<input_row>, aggregate_does_not_fit>...,
                      demand<!Aggregates::key.view().empty(), expression_needs_name>...,
                      names_are_unique<joined_fields<typename keys::fields, field_list<field<Aggregates::key, int>...>>>>;
  using event_time = event_time_after_select<event_time_of<Below>, Keys...>;
  template <name Mark>
  using marked_by = columns_behind<Mark, Keys...>;
  static constexpr bool hands_on_watermark = false;
  template <class Required>
  using needs = united_names<typename Keys::columns..., typename Aggregates::columns...>;

  struct stateful : stateful_step {
    static constexpr bool aggregates = true;
    static constexpr bool has_event_time_key = keys::is_timed;
    static constexpr std::size_t watermarks_below = watermark_count<Below>;
    template <class Mode>
    static constexpr bool reacts_to_watermark = !std::is_same_v<Mode, output_mode::complete>;
    template <class Mode>
    static constexpr bool drops_late = keys::is_timed && reacts_to_watermark<Mode>;
    template <class Mode>
    static constexpr bool is_bounded = !has_keys || (keys::is_timed && reacts_to_watermark<Mode>);
    static constexpr const char* name = "stateStoreSave";
  };
  using value_type = aggregate_states<input_row, has_keys, Aggregates...>;
  using state_key_fields = typename keys::fields;
  using state_value_fields = fields_of<value_type>;
  using result_view = aggregate_result<aggregation>;

  input_type input;
  aggregate_pack aggregates;

  constexpr explicit aggregation(input_type below, Aggregates... each)
      : input(std::move(below)), aggregates(std::move(each)...) {}

  static constexpr value_type zero() { return value_type(over<Aggregates>::zero()...); }
  // Puts a row into the states of a group.
  [[gnu::always_inline]] static constexpr void add(const aggregate_pack& aggregates, value_type& states, const auto& row) {
    aggregates.unpack([&](const auto&... each) {
      (each.template add<input_row, has_keys>(tidemark::get<std::remove_cvref_t<decltype(each)>::key>(states), row), ...);
    });
  }
  constexpr keys keys_of_rows() const {
    return input.keys.unpack([](const auto&... each) { return keys(each...); });
  }
  // Rows with equal keys meet in one partition; the windows of a row are made behind the exchange.
  constexpr keys exchanged_by() const { return keys_of_rows(); }

  // What the numbers in state mean, beside their types: the windows, and what is aggregated.
  void for_each_setting(auto&& f) const {
    if constexpr (keys::makes_windows) f(keys::group_name.view(), input.template key<keys::group_name>());
    aggregates.unpack([&](const auto&... each) { (f(std::remove_cvref_t<decltype(each)>::key.view(), each), ...); });
  }
  void describe(auto& printer) const {
    aggregates.unpack([&](const auto&... each) { printer.step("agg", each...); });
  }
};

}  // namespace tidemark::plan
