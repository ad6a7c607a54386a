// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// rename(from, to): the row with one column under another name.

#include <tidemark/operators/row_views.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/event_time.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/rules/columns.hpp>

#include <utility>

namespace tidemark::stage {

template <name From, name To, class Next>
class rename {
 public:
  constexpr explicit rename(Next next) : next_(std::move(next)) {}

  template <class Row>
  [[gnu::always_inline]] constexpr void process(const Row& row) {
    next_.process(renamed_column<Row, From, To>{row});
  }
  constexpr void end_of_batch(const batch_info& batch) { next_.end_of_batch(batch); }

 private:
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark::plan {

template <class Input, class From, class To>
struct rename {
  using input_type = Input;
  using fields = renamed_fields<fields_of<row_of<Input>>, From::key, To::key>;
  using row = row_from<fields>;
  using verdict = first_violation<columns_exist<name_list<From::key>, row_of<Input>>, names_are_unique<fields>>;
  using event_time = renamed_names<event_time_of<Input>, From::key, To::key>;
  template <name Mark>
  using marked_by = std::conditional_t<same_name<Mark, To::key>, name_list<From::key>, name_list<Mark>>;
  template <class Required>
  using needs = renamed_names<Required, To::key, From::key>;

  Input input;
  [[no_unique_address]] From from;
  [[no_unique_address]] To to;

  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return stage::rename<From::key, To::key, Next>(std::move(next));
  }
  void describe(auto& printer) const { printer.step("rename", from, to); }
};

}  // namespace tidemark::plan

namespace tidemark {

// The row with column `from` under the name `to`, where it stands: rename("a"_c, "b"_c).
template <name From, name To>
constexpr auto rename(column<From> from, column<To> to) {
  return step<plan::rename, column<From>, column<To>>(from, to);
}

}  // namespace tidemark
