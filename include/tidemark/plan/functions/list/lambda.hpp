// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions of lists that take a function of one element: `transform("xs"_c, [](auto x) { return x * 2; })`. It is called once,
// when the plan is written, with an expression for the element, and gives the expression that is evaluated for each.

#include <tidemark/plan/expression.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// One element as a row of one column.
template <class T>
struct list_element {
  const T& value;
};
template <class T>
struct row_traits<list_element<T>> {
  using fields = field_list<field<"element", T>>;

  template <name Name>
  static constexpr const T& get(const list_element<T>& one) {
    return one.value;
  }
};

// `Function` has `result<List, Value>`, the type of what it makes of a list and the values of the body, and
// `apply(list, value_of)`. A body that reads anything but its element has no type.
template <class Function, class E, class Body>
class list_lambda : public expression_of<list_lambda<Function, E, Body>> {
 public:
  template <class Whole>
  static constexpr auto type_in() {
    using plain = without_null<Whole>;
    if constexpr (is_wrong_type<plain>) return std::type_identity<plain>{};
    else if constexpr (!List<plain>) return std::type_identity<no_operator>{};
    else {
      using value = type_of<Body, list_element<typename plain::value_type>>;
      if constexpr (is_wrong_type<value>) return std::type_identity<no_operator>{};
      else if constexpr (!requires { typename Function::template result<plain, value>; })
        return std::type_identity<no_operator>{};
      else return std::type_identity<nullable<typename Function::template result<plain, value>, is_nullable<Whole>>>{};
    }
  }

  using columns = typename E::columns;
  template <class R>
  using type = typename decltype(type_in<type_of<E, R>>())::type;

  constexpr explicit list_lambda(E list, Body body) : list_(std::move(list)), body_(std::move(body)) {}

  template <class R>
  constexpr type<R> operator()(const R& row) const {
    const auto& list = list_(row);
    if (is_null(list)) return type<R>();
    return Function::template apply<without_null<type<R>>>(
        value_of_nullable(list), [this]<class T>(const T& one) { return body_(list_element<T>{one}); });
  }
  void print(auto& out) const {
    list_.print((out += Function::symbol) += '(');
    body_.print(out += ", element -> ");
    out += ')';
  }

 private:
  [[no_unique_address]] E list_;
  [[no_unique_address]] Body body_;
};

namespace functions {

struct transform {
  static constexpr const char* symbol = "transform";
  template <class Whole, class Value>
  using result = std::vector<Value>;
  template <class Result, class Whole>
  static constexpr Result apply(const Whole& list, const auto& value_of) {
    Result values;
    values.reserve(list.size());
    for (const typename Whole::value_type& one : list) values.push_back(value_of(one));
    return values;
  }
};

struct filter {
  static constexpr const char* symbol = "filter";
  template <class Whole, class Value>
    requires std::same_as<without_null<Value>, bool>
  using result = std::vector<typename Whole::value_type>;
  template <class Result, class Whole>
  static constexpr Result apply(const Whole& list, const auto& value_of) {
    Result kept;
    for (const typename Whole::value_type& one : list)
      if (is_true(value_of(one))) kept.push_back(one);
    return kept;
  }
};

// Null if it is true of none, but unknown of one.
struct exists {
  static constexpr const char* symbol = "exists";
  template <class Whole, class Value>
    requires std::same_as<without_null<Value>, bool>
  using result = Value;
  template <class Result, class Whole>
  static constexpr auto apply(const Whole& list, const auto& value_of) {
    using value = decltype(value_of(std::declval<const typename Whole::value_type&>()));
    value found = false;
    for (const typename Whole::value_type& one : list) {
      const value of_one = value_of(one);
      if (is_true(of_one)) return of_one;
      if (is_null(of_one)) found = of_one;
    }
    return found;
  }
};

}  // namespace functions

// What a function of an element gives is an expression.
template <class F>
concept ElementFunction = requires(const F& f) {
  { f(column<"element">{}) } -> Expression;
};

namespace detail {

template <class Function, class E, class F>
constexpr auto list_lambda_of(const E& list, const F& f) {
  return list_lambda<Function, E, decltype(f(column<"element">{}))>(list, f(column<"element">{}));
}

}  // namespace detail

// The values of `f` for all elements.
template <Expression E, ElementFunction F>
constexpr auto transform(const E& list, const F& f) {
  return detail::list_lambda_of<functions::transform>(list, f);
}
// The elements of which `f` is true.
template <Expression E, ElementFunction F>
constexpr auto filter(const E& list, const F& f) {
  return detail::list_lambda_of<functions::filter>(list, f);
}
// Whether `f` is true of an element; null if that is not known.
template <Expression E, ElementFunction F>
constexpr auto exists(const E& list, const F& f) {
  return detail::list_lambda_of<functions::exists>(list, f);
}

}  // namespace tidemark
