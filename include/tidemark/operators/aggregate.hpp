// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an aggregate is: a function with a state, over the values of expressions.

#include <tidemark/plan/expression.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/rules/columns.hpp>

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace tidemark {

// Base of the functions of aggregates. `Function::text` is the name in SQL, which stands on disk too: it says, with the
// arguments, what the numbers in state mean. `Function::over<MayBeEmpty, Values...>` is what runs over values of these types:
//   state                     something with a codec
//   result_type               of the column
//   zero(), add(state, values...), merge(state, other), result(state)
// MayBeEmpty: no value may come, and then the result is null. Values that are there are added, unless the function sees nulls.
struct aggregate_function {
  static constexpr bool sees_null = false;  // gets values that can be null as they are, and std::optional among `Values`
  static constexpr bool has_name = true;    // false: `text` is missing, which a rule refuses
};

// An aggregate of expressions, with a name once it has one.
struct aggregate_expression {};

template <class A>
concept Aggregate = std::derived_from<A, aggregate_expression>;

template <class Function, name Name, class... Es>
class aggregate_call : public aggregate_expression {
  template <class T>
  using seen = std::conditional_t<Function::sees_null, T, without_null<T>>;

 public:
  using function = Function;
  static constexpr auto key = Name;
  using columns = united_names<typename Es::columns...>;

  // Over rows R; without keys there is a result also when there was no row.
  template <class R, bool HasKeys>
  using over =
      typename Function::template over<!HasKeys || (is_nullable<type_of<Es, R>> || ... || false), seen<type_of<Es, R>>...>;
  template <class R>
  static constexpr bool fits = requires { typename over<R, true>::state; };
  template <class R>
  using arguments_fit = first_violation<expression_fits<Es, R>...>;

  [[no_unique_address]] expression_pack<Es...> arguments;

  constexpr explicit aggregate_call(Es... of) : arguments(std::move(of)...) {}

  template <name As>
  constexpr auto as(column<As> /*name*/) const {
    return arguments.unpack([](const auto&... of) { return aggregate_call<Function, As, Es...>(of...); });
  }

  // Adds a row.
  template <class R, bool HasKeys, class State, class Flowing>
  [[gnu::always_inline]] constexpr void add(State& state, const Flowing& row) const {
    arguments.unpack([&](const auto&... of) {
      [&](const auto&... values) {
        if constexpr (Function::sees_null) over<R, HasKeys>::add(state, values...);
        else {
          if constexpr ((is_nullable<decltype(values)> || ... || false)) {
            if ((is_null(values) || ...)) return;
          }
          over<R, HasKeys>::add(state, value_of_nullable(values)...);
        }
      }(of(row)...);
    });
  }
  void print(auto& out) const {
    (out += Function::text) += '(';
    arguments.unpack([&](const auto&... of) {
      [[maybe_unused]] const char* separator = "";  // without arguments
      ((of.print(out += separator), separator = ", "), ...);
    });
    out += ')';
    if (!Name.view().empty()) (out += " as ") += Name.view();
  }
};

// `aggregate_of<aggregates::sum>("n"_c)`: how aggregates are written. They are columns without a name, or of this name.
template <class Function, name Name = "", class... Ts>
constexpr auto aggregate_of(Ts&&... arguments) {
  return aggregate_call<Function, Name, as_expression_type<Ts>...>(as_expression(std::forward<Ts>(arguments))...);
}

// A value, or null as long as none came; where one must come, the value alone.
template <bool MayBeEmpty, class T>
using maybe = std::conditional_t<MayBeEmpty, std::optional<T>, T>;

}  // namespace tidemark
