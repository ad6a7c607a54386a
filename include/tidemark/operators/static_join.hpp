// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A join with a static table: what runs and what it means. The call is in join.hpp.

#include <tidemark/operators/sides.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/join_key_row.hpp>
#include <tidemark/plan/joined_pair.hpp>
#include <tidemark/plan/joined_row.hpp>
#include <tidemark/plan/right_names.hpp>
#include <tidemark/plan/table_condition.hpp>
#include <tidemark/plan/table_refresh.hpp>
#include <tidemark/plan/using_columns.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/rules/joins.hpp>
#include <tidemark/state/lookup_table.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark::stage {

// Keeps nothing over batches. Each row of the input is looked up in the table as it comes.
template <class Plan, class Next>
class static_join {
  using type = typename Plan::join_type;
  using table_type = typename Plan::lookup_type;
  using table_row = typename Plan::table_row;
  static constexpr bool is_anti = std::is_same_v<type, join_type::left_anti>;
  static constexpr bool preserves_input = Plan::table_is_right ? type::preserves_left : type::preserves_right;
  static constexpr bool preserves_table = Plan::preserves_table;

 public:
  static_join(const Plan& plan, const auto& place, const table_type& table, Next next)
      : sides_(plan.sides()), table_(&table), aside_(&place.template make<aside>()), next_(std::move(next)) {}

  [[gnu::always_inline]] void process(const auto& row) {
    const bool has_partner = meet(row);
    if constexpr (is_anti) {
      if (!has_partner) next_.process(row);
    } else if constexpr (type::gives_left_only) {
      if (has_partner) next_.process(row);
    } else if constexpr (preserves_input) {
      if (!has_partner) put_out(row, aside_->no_row, Plan::table_is_right ? present_sides::left : present_sides::right);
    }
  }

  void end_of_batch(const batch_info& batch) {
    if constexpr (preserves_table) {
      const typename Plan::shown_row no_input{};
      std::vector<bool>& matched = aside_->matched;
      matched.resize(table_->size());
      for (std::size_t n = 0; n < table_->size(); ++n)
        if (!matched[n]) put_out(no_input, table_->row(n), Plan::table_is_right ? present_sides::right : present_sides::left);
      matched.clear();
    }
    next_.end_of_batch(batch);
  }

 private:
  // Apart from the stage, which is then trivial to move and destroy.
  struct aside {
    table_row no_row{};
    std::vector<bool> matched;  // by row of the table, if that is preserved
  };

  // Puts out what the row makes with rows of the table. True if there was a partner; one is enough where only that counts.
  [[gnu::always_inline]] bool meet(const auto& row) {
    if (!sides_.input_may_match(row)) return false;
    const auto key = sides_.key_of_input(row);
    bool has_partner = false;
    table_->any_of(memory_hash<std::remove_const_t<decltype(key)>>::of(key), key, [&](std::size_t n) {
      const table_row& partner = table_->row(n);
      if (!sides_.holds(row, partner)) return false;
      has_partner = true;
      if constexpr (preserves_table) note_match(n);
      if constexpr (!type::gives_left_only) put_out(row, partner, present_sides::both);
      return type::gives_left_only;
    });
    return has_partner;
  }

  [[gnu::always_inline]] void put_out(const auto& flowing, const table_row& partner, present_sides present) {
    decltype(auto) row = shown(flowing);
    using shown_type = std::remove_cvref_t<decltype(row)>;
    if constexpr (Plan::table_is_right)
      next_.process(joined_row<typename Plan::fields, shown_type, table_row>{row, partner, present});
    else next_.process(joined_row<typename Plan::fields, table_row, shown_type>{partner, row, present});
  }
  // A row of the input as the result shows it: what flows, unless it may be missing.
  [[gnu::always_inline]] static decltype(auto) shown(const auto& row) {
    if constexpr (preserves_table) return as_row<typename Plan::shown_row>(row);
    else return (row);
  }
  void note_match(std::size_t n) {
    aside_->matched.resize(table_->size());
    aside_->matched[n] = true;
  }

  [[no_unique_address]] typename Plan::side_reader sides_;
  const table_type* table_;
  aside* aside_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

// The side that is no stream is the table; of two tables, the right one.
template <class Left, class Right, class Type, class Condition>
struct static_join {
  static constexpr bool table_is_right = !is_streaming<Right>;
  using input_type = std::conditional_t<table_is_right, Left, Right>;
  using table_plan = std::conditional_t<table_is_right, Right, Left>;
  using join_type = Type;
  using expression_type = typename condition_of_join<Condition>::expression_type;
  using keys = typename condition_of_join<Condition>::keys;

  // Only where the input ends is it known which rows of the table found no partner: where that is a table too.
  static constexpr bool preserves_table = table_is_right ? Type::preserves_right : Type::preserves_left;
  using input_row = row_of<input_type>;
  using shown_row = std::conditional_t<preserves_table, side_row<input_row, true>, input_row>;
  using table_row = side_row<row_of<table_plan>, table_is_right ? Type::preserves_left : Type::preserves_right>;

  using input_fields = std::conditional_t<preserves_table, owned_fields<fields_of<input_row>>, fields_of<input_row>>;
  using table_fields = owned_fields<fields_of<row_of<table_plan>>>;
  using fields = result_fields<Type, std::conditional_t<table_is_right, input_fields, table_fields>,
                               std::conditional_t<table_is_right, table_fields, input_fields>, keys>;
  using row = std::conditional_t<Type::gives_left_only, row_of<Left>, row_from<fields>>;

  using pair = joined_pair<row_of<Left>, row_of<Right>>;
  using verdict =
      first_violation<expression_fits<expression_type, pair>,
                      demand<is_condition<expression_type, pair>, join_condition_is_not_boolean>,
                      static_join_type<Type, is_streaming<Left>, is_streaming<Right>>,
                      std::conditional_t<Type::gives_left_only, ok,
                                         names_of_sides_differ<fields_of<row_of<Left>>, fields_of<row_of<Right>>, keys>>>;
  using event_time = names_among<event_time_of<input_type>, fields_of<row>>;
  template <class Required>
  using needs = united_names<names_among<Required, fields_of<input_row>>,
                             std::conditional_t<table_is_right, left_names<typename expression_type::columns>,
                                                right_names<typename expression_type::columns>>>;

  using side_reader = table_condition<Condition, row_of<Left>, row_of<Right>, table_is_right>;
  using lookup_type = lookup_table<join_key_row<Condition, row_of<Left>, row_of<Right>>, table_row>;

  input_type input;
  table_plan table;
  Type type;
  Condition condition;
  table_refresh refresh;

  constexpr static_join(Left left, Right right, Type kind, Condition on, table_refresh again = read_once)
      : input(pick<table_is_right>(std::move(left), std::move(right))),
        table(pick<!table_is_right>(std::move(left), std::move(right))),
        type(kind),
        condition(std::move(on)),
        refresh(again) {}

  constexpr side_reader sides() const { return side_reader(condition); }

  template <class Rows>
  lookup_type make_table(Rows rows) const {
    return lookup_type([&](const auto& add) {
      const side_reader reader = sides();
      for (auto& one : rows) {
        if (reader.table_may_match(one)) {
          const auto key = reader.key_of_table(one);
          add(table_row(as_row<table_row>(one)), key);
        } else if constexpr (preserves_table) {
          add(table_row(as_row<table_row>(one)));
        }
      }
    });
  }
  template <class Next>
  auto make_stage(const auto& place, const lookup_type& asked, Next next) const {
    return stage::static_join<static_join, Next>(*this, place, asked, std::move(next));
  }
  void describe(auto& printer) const { printer.step("join", Type::word, condition); }

 private:
  template <bool First>
  static constexpr auto pick(Left&& left, Right&& right) {
    if constexpr (First) return std::move(left);
    else return std::move(right);
  }
};

}  // namespace tidemark::plan
