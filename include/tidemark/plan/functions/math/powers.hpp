// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Roots, powers and logarithms.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/notation.hpp>

#include <optional>
#include <utility>

namespace tidemark {

namespace functions {

struct sqrt : call_notation<sqrt> {
  static constexpr const char* symbol = "sqrt";
  static double apply(Number auto a) { return __builtin_sqrt(static_cast<double>(a)); }
};

struct pow : call_notation<pow> {
  static constexpr const char* symbol = "pow";
  static double apply(Number auto a, Number auto b) { return __builtin_pow(static_cast<double>(a), static_cast<double>(b)); }
};

struct exp : call_notation<exp> {
  static constexpr const char* symbol = "exp";
  static double apply(Number auto a) { return __builtin_exp(static_cast<double>(a)); }
};

// Logarithms are null where there is none: at zero and below.
struct ln : call_notation<ln> {
  static constexpr const char* symbol = "ln";
  static std::optional<double> apply(Number auto a) {
    if (a <= 0) return std::nullopt;
    return __builtin_log(static_cast<double>(a));
  }
};

struct log10 : call_notation<log10> {
  static constexpr const char* symbol = "log10";
  static std::optional<double> apply(Number auto a) {
    if (a <= 0) return std::nullopt;
    return __builtin_log10(static_cast<double>(a));
  }
};

struct log2 : call_notation<log2> {
  static constexpr const char* symbol = "log2";
  static std::optional<double> apply(Number auto a) {
    if (a <= 0) return std::nullopt;
    return __builtin_log2(static_cast<double>(a));
  }
};

}  // namespace functions

template <class... Es>
  requires Arguments<1, Es...>
constexpr auto sqrt(Es&&... number) {
  return call_of<functions::sqrt>(std::forward<Es>(number)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto pow(Es&&... base_and_exponent) {
  return call_of<functions::pow>(std::forward<Es>(base_and_exponent)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto exp(Es&&... number) {
  return call_of<functions::exp>(std::forward<Es>(number)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto ln(Es&&... number) {
  return call_of<functions::ln>(std::forward<Es>(number)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto log10(Es&&... number) {
  return call_of<functions::log10>(std::forward<Es>(number)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto log2(Es&&... number) {
  return call_of<functions::log2>(std::forward<Es>(number)...);
}

}  // namespace tidemark
