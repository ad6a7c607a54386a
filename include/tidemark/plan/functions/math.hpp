// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions of numbers: abs, sign, round, floor, ceil, pmod, div, sqrt, pow, exp, logarithms, greatest and least; and
// arithmetic that gives null where + - * / % end the query.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/prefix.hpp>
#include <tidemark/plan/functions/rounding.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace tidemark {

namespace functions {

struct abs : prefix<abs> {
  static constexpr const char* symbol = "abs";
  template <Number A>
  static constexpr A apply(A a) {
    if constexpr (std::floating_point<A>) return static_cast<A>(__builtin_fabs(static_cast<double>(a)));
    else if constexpr (std::unsigned_integral<A>) return a;
    else {
      if (a == (std::numeric_limits<A>::min)()) throw_arithmetic_overflow();
      return a < 0 ? static_cast<A>(-a) : a;
    }
  }
};

// -1, 0 or 1 as a double; NaN and -0.0 stay.
struct sign : prefix<sign> {
  static constexpr const char* symbol = "sign";
  static constexpr double apply(Number auto a) {
    if (a > 0) return 1;
    if constexpr (!std::unsigned_integral<decltype(a)>) {
      if (a < 0) return -1;
    }
    return static_cast<double>(a);
  }
};

// Half away from zero, at a decimal place: behind the point, or before it if negative.
struct round : prefix<round> {
  static constexpr const char* symbol = "round";
  template <Number A>
  static constexpr A apply(A a, std::int32_t places) {
    if constexpr (std::floating_point<A>) return static_cast<A>(rounded(static_cast<double>(a), places));
    else {
      A result{};
      if (!round_integer(a, places, result)) throw_arithmetic_overflow();
      return result;
    }
  }
};

// A double without fraction as BIGINT; NaN gives 0, as in the engine.
constexpr std::int64_t whole_number(double value) {
  constexpr double end = 9223372036854775808.0;
  if (value != value) return 0;
  if (value >= end || value < -end) throw_arithmetic_overflow();
  return static_cast<std::int64_t>(value);
}

struct floor : prefix<floor> {
  static constexpr const char* symbol = "floor";
  static constexpr std::int64_t apply(Number auto a) {
    if constexpr (Integer<decltype(a)>) return converted<std::int64_t>(a);
    else return whole_number(__builtin_floor(static_cast<double>(a)));
  }
};
struct ceil : prefix<ceil> {
  static constexpr const char* symbol = "ceil";
  static constexpr std::int64_t apply(Number auto a) {
    if constexpr (Integer<decltype(a)>) return converted<std::int64_t>(a);
    else return whole_number(__builtin_ceil(static_cast<double>(a)));
  }
};

// The remainder that is not negative where the divisor is positive.
struct pmod : prefix<pmod> {
  static constexpr const char* symbol = "pmod";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    using result = common_number<A, B>;
    const result rest = remainder::apply(a, b);
    if constexpr (std::unsigned_integral<result>) return rest;
    else {
      if (!(rest < 0)) return rest;
      // With both negative the sum has this very remainder, and could pass the range.
      if (b < 0) return rest;
      return static_cast<result>(remainder::apply(static_cast<result>(rest + static_cast<result>(b)), b));
    }
  }
};

// The quotient of integers, cut towards zero, as BIGINT.
struct div : infix<div> {
  static constexpr const char* symbol = "div";
  static constexpr std::int64_t apply(Integer auto a, Integer auto b) {
    if (b == 0) throw_divide_by_zero();
    const bool is_negative = std::cmp_less(a, 0) != std::cmp_less(b, 0);
    const std::uint64_t quotient = magnitude(a) / magnitude(b);
    const std::uint64_t most = static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)()) + (is_negative ? 1 : 0);
    if (quotient > most) throw_arithmetic_overflow();
    return static_cast<std::int64_t>(is_negative ? 0 - quotient : quotient);
  }
};

// Arithmetic with null in place of an error.
struct try_add : prefix<try_add> {
  static constexpr const char* symbol = "try_add";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    common_number<A, B> sum{};
    if constexpr (std::floating_point<decltype(sum)>) return std::optional(add::apply(a, b));
    else return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
  }
};
struct try_subtract : prefix<try_subtract> {
  static constexpr const char* symbol = "try_subtract";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    common_number<A, B> difference{};
    if constexpr (std::floating_point<decltype(difference)>) return std::optional(subtract::apply(a, b));
    else return __builtin_sub_overflow(a, b, &difference) ? std::nullopt : std::optional(difference);
  }
};
struct try_multiply : prefix<try_multiply> {
  static constexpr const char* symbol = "try_multiply";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    common_number<A, B> product{};
    if constexpr (std::floating_point<decltype(product)>) return std::optional(multiply::apply(a, b));
    else return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
  }
};
struct try_divide : prefix<try_divide> {
  static constexpr const char* symbol = "try_divide";
  static constexpr std::optional<double> apply(Number auto a, Number auto b) {
    if (b == 0) return std::nullopt;
    return divide::apply(a, b);
  }
};
struct try_mod : prefix<try_mod> {
  static constexpr const char* symbol = "try_mod";
  template <Number A, Number B>
  static constexpr std::optional<common_number<A, B>> apply(A a, B b) {
    if (b == 0) return std::nullopt;
    return remainder::apply(a, b);
  }
};

struct sqrt : prefix<sqrt> {
  static constexpr const char* symbol = "sqrt";
  static double apply(Number auto a) { return __builtin_sqrt(static_cast<double>(a)); }
};
struct pow : prefix<pow> {
  static constexpr const char* symbol = "pow";
  static double apply(Number auto a, Number auto b) { return __builtin_pow(static_cast<double>(a), static_cast<double>(b)); }
};
struct exp : prefix<exp> {
  static constexpr const char* symbol = "exp";
  static double apply(Number auto a) { return __builtin_exp(static_cast<double>(a)); }
};

// Logarithms are null where there is none: at zero and below.
struct ln : prefix<ln> {
  static constexpr const char* symbol = "ln";
  static std::optional<double> apply(Number auto a) {
    if (a <= 0) return std::nullopt;
    return __builtin_log(static_cast<double>(a));
  }
};
struct log10 : prefix<log10> {
  static constexpr const char* symbol = "log10";
  static std::optional<double> apply(Number auto a) {
    if (a <= 0) return std::nullopt;
    return __builtin_log10(static_cast<double>(a));
  }
};
struct log2 : prefix<log2> {
  static constexpr const char* symbol = "log2";
  static std::optional<double> apply(Number auto a) {
    if (a <= 0) return std::nullopt;
    return __builtin_log2(static_cast<double>(a));
  }
};

// The greatest or least of values that are there; null only if none is.
template <class Function>
struct extreme : prefix<Function> {
  static constexpr bool sees_null = true;

  template <class... Values, class Plain = meeting_type<Values...>>
    requires(sizeof...(Values) > 1) && Comparable<Plain, Plain>
  static constexpr nullable<Plain, (is_nullable<Values> && ...)> apply(const Values&... values) {
    std::optional<Plain> best;
    (consider(best, values), ...);
    if constexpr ((is_nullable<Values> && ...)) return best;
    else return *std::move(best);
  }

 private:
  template <class Plain>
  static constexpr void consider(std::optional<Plain>& best, const auto& value) {
    if (is_null(value)) return;
    const auto& given = value_of_nullable(value);
    if (!best || Function::is_better(given, *best)) best = converted<Plain>(given);
  }
};
struct greatest : extreme<greatest> {
  static constexpr const char* symbol = "greatest";
  static constexpr bool is_better(const auto& a, const auto& b) { return is_less(b, a); }
};
struct least : extreme<least> {
  static constexpr const char* symbol = "least";
  static constexpr bool is_better(const auto& a, const auto& b) { return is_less(a, b); }
};

}  // namespace functions

template <Expression A>
constexpr auto abs(A&& a) {
  return call_of<functions::abs>(std::forward<A>(a));
}
template <Expression A>
constexpr auto sign(A&& a) {
  return call_of<functions::sign>(std::forward<A>(a));
}
// `round("price"_c, 2)`: the type stays; an integer is changed only by negative places.
template <Expression A>
constexpr auto round(A&& a, std::int32_t places = 0) {
  return call_of<functions::round>(std::forward<A>(a), places);
}
template <Expression A>
constexpr auto floor(A&& a) {
  return call_of<functions::floor>(std::forward<A>(a));
}
template <Expression A>
constexpr auto ceil(A&& a) {
  return call_of<functions::ceil>(std::forward<A>(a));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto pmod(A&& a, B&& b) {
  return call_of<functions::pmod>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto div(A&& a, B&& b) {
  return call_of<functions::div>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto try_add(A&& a, B&& b) {
  return call_of<functions::try_add>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto try_subtract(A&& a, B&& b) {
  return call_of<functions::try_subtract>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto try_multiply(A&& a, B&& b) {
  return call_of<functions::try_multiply>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto try_divide(A&& a, B&& b) {
  return call_of<functions::try_divide>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto try_mod(A&& a, B&& b) {
  return call_of<functions::try_mod>(std::forward<A>(a), std::forward<B>(b));
}
template <Expression A>
constexpr auto sqrt(A&& a) {
  return call_of<functions::sqrt>(std::forward<A>(a));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto pow(A&& a, B&& b) {
  return call_of<functions::pow>(std::forward<A>(a), std::forward<B>(b));
}
template <Expression A>
constexpr auto exp(A&& a) {
  return call_of<functions::exp>(std::forward<A>(a));
}
template <Expression A>
constexpr auto ln(A&& a) {
  return call_of<functions::ln>(std::forward<A>(a));
}
template <Expression A>
constexpr auto log10(A&& a) {
  return call_of<functions::log10>(std::forward<A>(a));
}
template <Expression A>
constexpr auto log2(A&& a) {
  return call_of<functions::log2>(std::forward<A>(a));
}
// Numbers, texts or times of two and more expressions and values; nulls are passed over.
template <class... Values>
  requires(sizeof...(Values) > 1) && (Expression<Values> || ...)
constexpr auto greatest(Values&&... values) {
  return call_of<functions::greatest>(std::forward<Values>(values)...);
}
template <class... Values>
  requires(sizeof...(Values) > 1) && (Expression<Values> || ...)
constexpr auto least(Values&&... values) {
  return call_of<functions::least>(std::forward<Values>(values)...);
}

}  // namespace tidemark
