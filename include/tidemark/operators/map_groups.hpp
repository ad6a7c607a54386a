// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// map_groups(f), flat_map_groups(f): what a function makes of each group of a batch. Nothing is kept for the next one.

#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/group_function.hpp>
#include <tidemark/operators/rows_by_key.hpp>
#include <tidemark/operators/stream.hpp>

#include <span>
#include <type_traits>
#include <utility>

namespace tidemark::stage {

// Kept until the end of the batch: its rows and keys.
template <class Plan, class Next>
class map_groups {
  using keys_type = typename Plan::keys_type;
  using row_type = typename Plan::input_row;

 public:
  map_groups(const Plan& plan, const auto& place, Next next)
      : f_(plan.f),
        keys_(plan.input.keys),
        rows_(&place.template make<rows_by_key<row_type, keys_type>>()),
        next_(std::move(next)) {}

  [[gnu::always_inline]] void process(const auto& row) { rows_->add(row); }

  void end_of_batch(const batch_info& batch) {
    rows_->hand_out(keys_, [&](const auto& key, std::span<const row_type> group) {
      Plan::emits::pass(f_(keys_type::of(key), group), next_);
    });
    next_.end_of_batch(batch);
  }

 private:
  [[no_unique_address]] typename Plan::function_type f_;
  [[no_unique_address]] keys_type keys_;
  rows_by_key<row_type, keys_type>* rows_;
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

// map_groups and flat_map_groups, but for their names.
template <class Input, class F, class Emits>
struct groups_mapped {
  using input_type = Input;
  static constexpr bool takes_keyed_groups = true;
  using input_row = row_of<Input>;
  using keys_type = keys_of_groups<Input>;
  using function_type = F;
  using emits = Emits;
  using function = group_function<is_keyed<Input>, Input, F, Emits>;
  using row = typename function::row;
  using verdict = first_violation<demand<is_keyed<Input>, function_needs_keyed_groups>, typename function::verdict>;
  using event_time = name_list<>;

  Input input;
  [[no_unique_address]] F f;

  constexpr groups_mapped(Input below, F function_of_group) : input(std::move(below)), f(std::move(function_of_group)) {
    static_cast<void>(&function::call);
  }

  constexpr keys_type exchanged_by() const { return input.keys; }
  template <class Next>
  auto make_stage(const auto& place, Next next) const {
    return stage::map_groups<groups_mapped, Next>(*this, place, std::move(next));
  }
};

template <class Input, class F>
struct map_groups : groups_mapped<Input, F, one_row> {
  using groups_mapped<Input, F, one_row>::groups_mapped;
  void describe(auto& printer) const { printer.step("map_groups", this->f); }
};

template <class Input, class F>
struct flat_map_groups : groups_mapped<Input, F, rows_of_range> {
  using groups_mapped<Input, F, rows_of_range>::groups_mapped;
  void describe(auto& printer) const { printer.step("flat_map_groups", this->f); }
};

}  // namespace tidemark::plan

namespace tidemark {

// Each group of a batch becomes f(key, rows), a record; `rows` is a span of the group's rows in this batch, in the order in
// which they came: map_groups([](const std::string& user, auto rows) { return visit{user, rows.size()}; }).
template <class F>
constexpr auto map_groups(F f) {
  return step<plan::map_groups, F>(std::move(f));
}

// Each group of a batch becomes the records of f(key, rows), any input range.
template <class F>
constexpr auto flat_map_groups(F f) {
  return step<plan::flat_map_groups, F>(std::move(f));
}

}  // namespace tidemark
