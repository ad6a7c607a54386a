// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// group_by(keys…): rows with equal keys belong together; what is made of them comes next (agg).

#include <tidemark/operators/stream.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/plan/windows.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/rules/event_time.hpp>

#include <type_traits>
#include <utility>

namespace tidemark::plan {

namespace detail {

template <class E, class R>
inline constexpr bool window_has_time = true;
template <class Time, name Name, class R>
inline constexpr bool window_has_time<windows_of<Time, Name>, R> =
    std::is_same_v<without_null<type_of<Time, R>>, timestamp> || std::is_same_v<without_null<type_of<Time, R>>, time_window>;

}  // namespace detail

// Groups are no stream: only an aggregation can stand on them.
template <class Input, class... Keys>
struct group_by {
  using input_type = Input;
  static constexpr bool is_grouped = true;
  using row = row_of<Input>;
  using key_fields = field_list<field<column_name_of<Keys>, type_of<Keys, row>>...>;
  using verdict =
      first_violation<key_fits<Keys, row>..., demand<detail::window_has_time<Keys, row>, window_needs_time>...,
                      is_named<Keys>..., names_are_unique<key_fields>,
                      demand<((WindowsExpression<Keys> ? 1 : 0) + ... + 0) <= 1, one_window_per_node>,
                      demand<((carries_event_time<Keys, event_time_of<Input>> ? 1 : 0) + ... + 0) <= 1, watermark_two_columns>>;

  template <class Required>
  using needs = Required;

  Input input;
  expression_pack<Keys...> keys;

  constexpr group_by(Input below, Keys... by) : input(std::move(below)), keys(std::move(by)...) {}

  // The key of this name.
  template <name Wanted>
  constexpr const auto& key() const {
    return keys.unpack([](const auto&... each) -> const auto& { return expression_named<Wanted>(each...); });
  }
  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return next;
  }
  void describe(auto& printer) const {
    keys.unpack([&](const auto&... expressions) { printer.step("group_by", expressions...); });
  }
};

}  // namespace tidemark::plan

namespace tidemark {

// Rows by these keys: columns, named expressions, and at most one td::window. Null is a key of its own.
template <Expression... Keys>
constexpr auto group_by(Keys... keys) {
  return step<plan::group_by, Keys...>(std::move(keys)...);
}

}  // namespace tidemark
