// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// group_by_key(columns…) or group_by_key(f): rows with equal keys belong together; a function over groups comes next.

#include <tidemark/operators/row_views.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/rules/keyed_groups.hpp>
#include <tidemark/rules/rows.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace tidemark {

// Reads keys from rows R. A kept key is a row of the key's columns, all of their own memory; a function over groups gets it as
// `of(kept)`: the value of a single column, else the row.
template <class R, class... Keys>
class group_keys {
 public:
  using fields = owned_fields<field_list<field<column_name_of<Keys>, type_of<Keys, R>>...>>;
  using kept = row_from<fields>;
  using verdict = first_violation<expression_fits<Keys, R>..., is_named<Keys>..., names_are_unique<fields>>;

  constexpr explicit group_keys(Keys... keys) : keys_(std::move(keys)...) {}

  // A view of the key's columns.
  [[gnu::always_inline]] constexpr auto operator()(const auto& row) const {
    return keys_.unpack([&](const auto&... each) { return choose(row, each...); });
  }
  static constexpr const auto& of(const kept& key) {
    if constexpr (sizeof...(Keys) == 1) return tidemark::get<(Keys::key, ...)>(key);
    else return key;
  }
  void print_to(auto& printer, const char* word) const {
    keys_.unpack([&](const auto&... each) { printer.step(word, each...); });
  }

 private:
  [[no_unique_address]] expression_pack<Keys...> keys_;
};

namespace detail {

// The key that a function makes: a record is the kept row itself, any other value its only column.
template <class T>
struct key_of_function {
  using kept = row<field<"key", owned<T>>>;
};
template <Row T>
struct key_of_function<T> {
  using kept = owned_row<T>;
};

}  // namespace detail

template <class R, class F>
  requires(!Expression<F>)
class group_keys<R, F> {
  static constexpr bool is_callable = requires(const F& f, const R& row) { f(row); };
  static constexpr auto result() {
    if constexpr (is_callable)
      return std::type_identity<std::remove_cvref_t<decltype(std::declval<const F&>()(std::declval<const R&>()))>>{};
    else return std::type_identity<row<>>{};
  }
  using made = typename decltype(result())::type;

 public:
  using kept = typename detail::key_of_function<made>::kept;
  using fields = fields_of<kept>;
  using verdict = first_violation<demand<is_callable, function_does_not_take_row>,
                                  demand<EncodableKey<kept> && std::default_initializable<kept>, group_key_has_no_form>>;

  constexpr explicit group_keys(F f) : f_(std::move(f)) {}

  [[gnu::always_inline]] constexpr auto operator()(const auto& row) const {
    if constexpr (Row<made>) return apply_to<R>(f_, row);
    else return chosen_columns<held<name<4>{"key"}, made>>{{apply_to<R>(f_, row)}};
  }
  static constexpr const auto& of(const kept& key) {
    if constexpr (Row<made>) return key;
    else return tidemark::get<"key">(key);
  }
  void print_to(auto& printer, const char* word) const { printer.step(word, f_); }

 private:
  [[no_unique_address]] F f_;
};

}  // namespace tidemark

namespace tidemark::plan {

// Groups are no stream: only a function over groups can stand on them.
template <class Input, class... Keys>
struct group_by_key {
  using input_type = Input;
  static constexpr bool is_keyed = true;
  using row = row_of<Input>;
  using keys_type = group_keys<row, Keys...>;
  using verdict = typename keys_type::verdict;
  template <class Required>
  using needs = Required;

  Input input;
  keys_type keys;

  constexpr group_by_key(Input below, Keys... by) : input(std::move(below)), keys(std::move(by)...) {}

  template <class Next>
  constexpr auto make_stage(const auto& /*place*/, Next next) const {
    return next;
  }
  void describe(auto& printer) const { keys.print_to(printer, "group_by_key"); }
};

}  // namespace tidemark::plan

namespace tidemark {

// Rows by these keys, for a function over groups: columns or named expressions (null is a key of its own), or one function that
// makes the key of a row.
template <Expression... Keys>
constexpr auto group_by_key(Keys... keys) {
  return step<plan::group_by_key, Keys...>(std::move(keys)...);
}
template <class F>
  requires(!Expression<F>)
constexpr auto group_by_key(F f) {
  return step<plan::group_by_key, F>(std::move(f));
}

}  // namespace tidemark
