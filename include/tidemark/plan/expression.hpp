// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Typed expressions over the columns of a row: columns, literals, and calls of functions on them. An expression can be
// evaluated on a row, knows the columns it reads, and prints itself.

#include <tidemark/plan/pack.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// Every expression derives from this, which is how the operators below know one. An expression E has
//   E::type<R>       the type of its value over rows R; no_column or no_operator if it makes no sense there
//   e(row)           its value: a reference for a column, else a value
//   E::columns       the columns it reads, as a name_list
//   e.print(out)     its text, as explain shows it
struct expression {};

template <class E>
concept Expression = std::derived_from<std::remove_cvref_t<E>, expression>;

// Base of functions usable in expressions, with the usual answers.
struct function {
  static constexpr bool sees_null = false;
  static constexpr bool is_lazy = false;
};

// What stands for the type of an operation that does not exist for its operands; absorbed by everything built on it.
struct no_operator {};

template <class T>
inline constexpr bool is_wrong_type = std::is_same_v<T, no_column> || std::is_same_v<T, no_operator>;

template <Expression E, class R>
using type_of = typename std::remove_cvref_t<E>::template type<R>;

template <name Name>
struct column;
// What `e["member"_c]` and `e[0]` give: functions/nested.hpp.
template <class E, name Member>
struct member_access;
template <class E, class Index>
struct element_access;
template <class T>
constexpr auto as_expression(T&& value);
// The text of a literal: value_text.hpp, which includes what all column types have as text. Who prints includes it.
template <class T>
void append_value_text(std::string& out, const T& value);

template <class E, name Name>
struct named;

// Base of an expression E: what can be written behind every one. `.as("total"_c)` names its value; `[]` reaches into it: into a
// struct by name, into a list by position from 0.
template <class E>
struct expression_of : expression {
  template <name As>
  constexpr auto as(column<As> /*name*/) const {
    return named<E, As>{static_cast<const E&>(*this)};
  }
  template <name Member>
  constexpr auto operator[](column<Member> /*name*/) const {
    return member_access<E, Member>{static_cast<const E&>(*this)};
  }
  template <class Index>
  constexpr auto operator[](Index&& index) const {
    using index_type = decltype(as_expression(std::forward<Index>(index)));
    return element_access<E, index_type>{static_cast<const E&>(*this), as_expression(std::forward<Index>(index))};
  }
};

// An expression with a name of its own: what `.as("total"_c)` gives.
template <class E, name Name>
struct named : expression {
  static constexpr auto key = Name;
  using columns = typename E::columns;
  template <class R>
  using type = type_of<E, R>;

  [[no_unique_address]] E inner;

  constexpr explicit named(E unnamed) : inner(std::move(unnamed)) {}
  template <class R>
  [[gnu::always_inline]] constexpr decltype(auto) operator()(const R& row) const {
    return inner(row);
  }
  void print(auto& out) const {
    inner.print(out);
    out += " as ";
    out += Name.view();
  }
};

// A column of the row below, by name: `"price"_c`.
template <name Name>
struct column : expression_of<column<Name>> {
  static constexpr auto key = Name;
  using columns = name_list<Name>;
  template <class R>
  using type = column_type<R, Name>;

  template <class R>
  [[gnu::always_inline]] constexpr decltype(auto) operator()(const R& row) const {
    return get<Name>(row);
  }
  void print(auto& out) const { out += Name.view(); }
};

inline namespace literals {

template <name Name>
constexpr column<Name> operator""_c() {
  return {};
}

}  // namespace literals

// A value from the program. Keeps what it is given; a string literal is kept as a view, since it lives as long as the program.
template <class T>
struct literal : expression_of<literal<T>> {
  using columns = name_list<>;
  template <class R>
  using type = T;

  T value;

  constexpr explicit literal(T given) : value(std::move(given)) {}
  template <class R>
  [[gnu::always_inline]] constexpr const T& operator()(const R& /*row*/) const {
    return value;
  }
  void print(auto& out) const { append_value_text(out, value); }
};

namespace detail {

// The result of a function on values that are there, or no_operator.
template <class Function, class... Values>
constexpr auto plain_result() {
  if constexpr ((std::is_same_v<Values, no_column> || ...)) return std::type_identity<no_column>{};
  else if constexpr ((std::is_same_v<Values, no_operator> || ...)) return std::type_identity<no_operator>{};
  else if constexpr (requires(const Values&... values) { Function::apply(values...); })
    return std::type_identity<std::remove_cvref_t<decltype(Function::apply(std::declval<const Values&>()...))>>{};
  else return std::type_identity<no_operator>{};
}

// A lazy function names its result itself. A function that sees nulls handles them; any other gives null for a null argument.
template <class Function, class... Values>
constexpr auto result() {
  if constexpr (Function::is_lazy) return Function::template result<Values...>();
  else if constexpr (Function::sees_null) return plain_result<Function, Values...>();
  else {
    using plain = typename decltype(plain_result<Function, without_null<Values>...>())::type;
    if constexpr (is_wrong_type<plain>) return std::type_identity<plain>{};
    else return std::type_identity<nullable<plain, (is_nullable<Values> || ...)>>{};
  }
}

}  // namespace detail

// A function applied to expressions. `Function` is an empty type derived from `function` with
//   apply(values...)         the value; where it is not callable the expression's type is no_operator
//   print(out, args...)      its text
// It gets values that are there, and the result is null if an argument is; with `sees_null` it gets nullable arguments as they
// are. With `is_lazy` it evaluates them itself: `apply<Result>(thunks...)`, and `result<Values...>()` names the type.
template <class Function, class... Es>
class call : public expression_of<call<Function, Es...>>, private packed_all<std::index_sequence_for<Es...>, Es...> {
  using arguments = packed_all<std::index_sequence_for<Es...>, Es...>;

 public:
  using function = Function;
  using columns = united_names<typename Es::columns...>;
  template <class R>
  using type = typename decltype(detail::result<Function, type_of<Es, R>...>())::type;

  constexpr explicit call(Es... given) : arguments(std::move(given)...) {}

  template <class R>
  [[gnu::always_inline]] constexpr type<R> operator()(const R& row) const {
    return evaluate(row, std::index_sequence_for<Es...>{});
  }
  void print(auto& out) const { print_with(out, std::index_sequence_for<Es...>{}); }

  // Calls f(arguments...).
  template <class F>
  constexpr decltype(auto) unpack(F&& f) const {
    return unpack_with(f, std::index_sequence_for<Es...>{});
  }

 private:
  template <class F, std::size_t... Indices>
  constexpr decltype(auto) unpack_with(F& f, std::index_sequence<Indices...> /*which*/) const {
    return f(nth<Indices>(*this)...);
  }
  template <class R, std::size_t... Indices>
  [[gnu::always_inline]] constexpr type<R> evaluate(const R& row, std::index_sequence<Indices...> /*which*/) const {
    if constexpr (Function::is_lazy)
      return Function::template apply<type<R>>([&]() -> decltype(auto) { return nth<Indices>(*this)(row); }...);
    else return lifted<type<R>>(nth<Indices>(*this)(row)...);
  }
  template <class Result, class... Values>
  [[gnu::always_inline]] static constexpr Result lifted(const Values&... values) {
    if constexpr (Function::sees_null || !(is_nullable<Values> || ...)) return Function::apply(values...);
    else {
      if ((is_null(values) || ...)) return std::nullopt;
      return Function::apply(value_of_nullable(values)...);
    }
  }
  template <std::size_t... Indices>
  void print_with(auto& out, std::index_sequence<Indices...> /*which*/) const {
    Function::print(out, nth<Indices>(*this)...);
  }
};

// What is written beside an expression: an expression as it is, any other value as a literal.
template <class T>
constexpr auto as_expression(T&& value) {
  using plain = std::remove_cvref_t<T>;
  if constexpr (Expression<plain>) return plain(std::forward<T>(value));
  else if constexpr (std::is_array_v<std::remove_reference_t<T>>) return literal<std::string_view>(std::string_view(value));
  else if constexpr (std::is_same_v<plain, const char*> || std::is_same_v<plain, char*>) return literal<std::string>(value);
  else return literal<plain>(std::forward<T>(value));
}
template <class T>
using as_expression_type = decltype(as_expression(std::declval<T>()));

// How many arguments a function takes.
struct arity {
  std::size_t least;
  std::size_t most;

  consteval arity(std::size_t count) : least(count), most(count) {}
  consteval arity(std::size_t from, std::size_t to) : least(from), most(to) {}
  constexpr bool contains(std::size_t count) const { return count >= least && count <= most; }
};
consteval arity at_least(std::size_t count) { return {count, static_cast<std::size_t>(-1)}; }

// Arguments of a function that takes so many: expressions, and plain values beside at least one of them.
template <arity Count, class... Ts>
concept Arguments = Count.contains(sizeof...(Ts)) && (Expression<Ts> || ...);

// `call_of<functions::upper>("name"_c)`: how functions over expressions are written.
template <class Function, class... Ts>
constexpr auto call_of(Ts&&... arguments) {
  return call<Function, as_expression_type<Ts>...>(as_expression(std::forward<Ts>(arguments))...);
}

// The one with this name among expressions that have names. Requires: there is one.
template <name Wanted, class First, class... Others>
[[gnu::always_inline]] constexpr const auto& expression_named(const First& first, const Others&... others) {
  if constexpr (same_name<First::key, Wanted>) return first;
  else return expression_named<Wanted>(others...);
}

// Several expressions as one value.
template <class... Es>
using expression_pack = pack<Es...>;

namespace detail {

template <class E>
constexpr auto column_name() {
  if constexpr (requires { E::key; }) return E::key;
  else return name<1>{""};
}

}  // namespace detail

// The name of the column that an expression makes; empty if it has none.
template <class E>
inline constexpr auto column_name_of = detail::column_name<E>();

// It can decide whether a row is kept: an expression of type bool (or nullable bool), or a callable with the row.
template <class Condition, class R>
inline constexpr bool is_condition = requires(const Condition& condition, const R& row) {
  requires std::convertible_to<without_null<decltype(condition(row))>, bool>;
};
template <Expression Condition, class R>
inline constexpr bool is_condition<Condition, R> = std::same_as<without_null<type_of<Condition, R>>, bool>;

// A condition may be an expression over the row, or any callable with it. Callables get what flows where they can, else the
// row type of the step below, built for them.
template <class R, class Condition, class Flowing>
[[gnu::always_inline]] constexpr decltype(auto) apply_to(const Condition& condition, const Flowing& flowing) {
  if constexpr (requires { condition(flowing); }) return condition(flowing);
  else return condition(as_row<R>(flowing));
}

}  // namespace tidemark
