// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Choosing a value by conditions: `when("n"_c < 0, "low").when("n"_c > 9, "high").otherwise("fine")`.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace functions {

// Arguments: condition, value, condition, value, …, and the value where no condition is true, if there is one. Only what
// decides is evaluated.
struct choice : function {
  static constexpr bool is_lazy = true;

  template <class Condition, class Value, class... Rest>
  static constexpr auto result() {
    if constexpr (is_wrong_type<Condition>) return std::type_identity<Condition>{};
    else if constexpr (!std::same_as<without_null<Condition>, bool>) return std::type_identity<no_operator>{};
    else if constexpr (sizeof...(Rest) == 0) return either<std::nullopt_t, Value>();
    else if constexpr (sizeof...(Rest) == 1) return either<Value, Rest...>();
    else return either<Value, typename decltype(result<Rest...>())::type>();
  }
  template <class Result, class Condition, class Value, class... Rest>
  [[gnu::always_inline]] static constexpr Result apply(const Condition& condition, const Value& value, const Rest&... rest) {
    if (is_true(condition())) return converted<Result>(value());
    if constexpr (sizeof...(Rest) == 0) return std::nullopt;
    else if constexpr (sizeof...(Rest) == 1) return converted<Result>(rest()...);
    else return apply<Result>(rest...);
  }
  static void print(auto& out, const auto&... operands) {
    out += "case";
    print_branches(out, operands...);
    out += " end";
  }

 private:
  template <class A, class B>
  static constexpr auto either() {
    using one_of = std::conditional_t<std::same_as<A, std::nullopt_t>, without_null<B>, meeting_type<A, B>>;
    constexpr bool is_optional = std::same_as<A, std::nullopt_t> || is_nullable<A> || is_nullable<B>;
    return std::type_identity<nullable<one_of, is_optional && !is_wrong_type<one_of>>>{};
  }
  static void print_branches(auto& /*out*/) {}
  static void print_branches(auto& out, const auto& otherwise) { otherwise.print(out += " else "); }
  static void print_branches(auto& out, const auto& condition, const auto& value, const auto&... rest) {
    condition.print(out += " when ");
    value.print(out += " then ");
    print_branches(out, rest...);
  }
};

}  // namespace functions

// A choice still open: null where no condition is true, until `otherwise` closes it.
template <class... Es>
class conditional : public expression_of<conditional<Es...>> {
 public:
  using closed = call<functions::choice, Es...>;
  using columns = typename closed::columns;
  template <class R>
  using type = type_of<closed, R>;

  constexpr explicit conditional(Es... branches) : branches_(std::move(branches)...) {}

  template <Expression Condition, class Value>
  constexpr auto when(Condition&& condition, Value&& value) const {
    return branches_.unpack([&](const Es&... before) {
      using condition_type = as_expression_type<Condition>;
      using value_type = as_expression_type<Value>;
      return conditional<Es..., condition_type, value_type>(before..., std::forward<Condition>(condition),
                                                            as_expression(std::forward<Value>(value)));
    });
  }
  template <class Value>
  constexpr auto otherwise(Value&& value) const {
    return branches_.unpack(
        [&](const Es&... before) { return call_of<functions::choice>(before..., std::forward<Value>(value)); });
  }

  template <class R>
  [[gnu::always_inline]] constexpr type<R> operator()(const R& row) const {
    return branches_.unpack([&](const Es&... branches) {
      return functions::choice::apply<type<R>>([&]() -> decltype(auto) { return branches(row); }...);
    });
  }
  void print(auto& out) const {
    branches_.unpack([&](const Es&... branches) { functions::choice::print(out, branches...); });
  }

 private:
  [[no_unique_address]] expression_pack<Es...> branches_;
};

// Values of several types meet in one: numbers in their common type, anything else must be of one type.
template <Expression Condition, class Value>
constexpr auto when(Condition&& condition, Value&& value) {
  return conditional<as_expression_type<Condition>, as_expression_type<Value>>(std::forward<Condition>(condition),
                                                                               as_expression(std::forward<Value>(value)));
}

}  // namespace tidemark
