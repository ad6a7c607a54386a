// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// DECIMAL: exact numbers of up to 38 digits, a fixed number of them behind the point.

#include <tidemark/row/arithmetic_error.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/decimal_arithmetic.hpp>
#include <tidemark/row/decimal_text.hpp>
#include <tidemark/row/int128.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/scalar.hpp>

#include <algorithm>
#include <charconv>
#include <compare>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_decimal_text(std::string_view text) {
  throw error("cast_malformed",
              "the text '" + std::string(text) + "' is no number of this decimal type; write digits, as in \"0.908\"");
}

// A number of `Precision` digits, `Scale` of them behind the point: `decimal<4, 3>("0.908")`. What is finer is rounded half
// away from zero; what is too large ends with error arithmetic_overflow.
template <int Precision, int Scale = 0>
  requires(Precision >= 1 && Precision <= decimal_shape::max_precision && Scale >= 0 && Scale <= Precision)
class decimal {
 public:
  static constexpr decimal_shape shape{Precision, Scale};

  constexpr decimal() = default;
  // Throws cast_malformed if the text is no number, or has too many digits.
  constexpr explicit decimal(std::string_view text) {
    const auto units = scan_decimal(text, Precision, Scale);
    if (!units) throw_decimal_text(text);
    units_ = *units;
  }
  constexpr explicit decimal(Integer auto value) : decimal(of(rescaled(static_cast<int128>(value), Scale, Precision))) {}
  template <int P, int S>
  constexpr explicit decimal(const decimal<P, S>& other) : decimal(of(rescaled(other.units(), Scale - S, Precision))) {}

  // `units` steps of 10^-Scale. Requires: no more than Precision digits.
  static constexpr decimal from_units(int128 units) {
    decimal made;
    made.units_ = units;
    return made;
  }
  // Throws arithmetic_overflow where there is no value.
  static constexpr decimal of(std::optional<int128> units) {
    if (!units) throw_arithmetic_overflow();
    return from_units(*units);
  }
  constexpr int128 units() const { return units_; }

  // To the nearest value.
  explicit operator double() const {
    constexpr uint128 exact = uint128{1} << 53;
    if (magnitude_of(units_) <= exact && Scale <= 22)
      return static_cast<double>(units_) / static_cast<double>(power_of_ten(Scale));
    std::string text;
    append_decimal(text, units_, Scale);
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  }

  friend constexpr bool operator==(const decimal&, const decimal&) = default;

 private:
  int128 units_ = 0;
};

template <class T>
inline constexpr bool is_decimal = false;
template <int P, int S>
inline constexpr bool is_decimal<decimal<P, S>> = true;
template <class T>
concept Decimal = is_decimal<T>;

// The decimal type that holds every value of an integer type; an unsigned one counts as the next wider.
template <Integer T>
using decimal_of_integer = decimal<std::numeric_limits<T>::digits <= 7    ? 3
                                   : std::numeric_limits<T>::digits <= 15 ? 5
                                   : std::numeric_limits<T>::digits <= 31 ? 10
                                                                          : 20>;

// What arithmetic with decimals takes beside one: another, or an integer.
template <class A, class B>
concept DecimalOperands = (Decimal<A> && (Decimal<B> || Integer<B>)) || (Integer<A> && Decimal<B>);
// With a floating-point number a decimal is a double.
template <class A, class B>
concept FloatingBesideDecimal = (Decimal<A> && std::floating_point<B>) || (std::floating_point<A> && Decimal<B>);

template <Decimal T>
constexpr const T& as_decimal(const T& value) {
  return value;
}
template <Integer T>
constexpr auto as_decimal(T value) {
  return decimal_of_integer<T>(value);
}
template <class T>
inline constexpr decimal_shape shape_of = decltype(as_decimal(std::declval<const T&>()))::shape;
template <Decimal T>
inline constexpr decimal_shape shape_of<T> = T::shape;

// The type of a result. Its shape is the member of a type, not an argument: g++ 12 does not survive that.
template <class Shaped>
using decimal_shaped = decimal<Shaped::shape.precision, Shaped::shape.scale>;

template <class A, class B>
struct sum_of_decimals {
  static constexpr decimal_shape shape = adjusted(exact_sum_shape(shape_of<A>, shape_of<B>));
};
template <class A, class B>
struct product_of_decimals {
  static constexpr decimal_shape shape = adjusted(exact_product_shape(shape_of<A>, shape_of<B>));
};
template <class A, class B>
struct quotient_of_decimals {
  static constexpr decimal_shape shape = quotient_shape(shape_of<A>, shape_of<B>);
};
template <class A, class B>
struct remainder_of_decimals {
  static constexpr decimal_shape shape = remainder_shape(shape_of<A>, shape_of<B>);
};
// What holds values of both types.
template <class A, class B>
struct wider_of_decimals {
  static constexpr decimal_shape shape = wider_shape(shape_of<A>, shape_of<B>);
};

template <class A, class B>
  requires DecimalOperands<A, B>
constexpr auto operator+(const A& a, const B& b) {
  using result = decimal_shaped<sum_of_decimals<A, B>>;
  return result::of(decimal_sum(as_decimal(a).units(), shape_of<A>, as_decimal(b).units(), shape_of<B>));
}
template <class A, class B>
  requires DecimalOperands<A, B>
constexpr auto operator-(const A& a, const B& b) {
  using result = decimal_shaped<sum_of_decimals<A, B>>;
  return result::of(decimal_sum(as_decimal(a).units(), shape_of<A>, -as_decimal(b).units(), shape_of<B>));
}
template <class A, class B>
  requires DecimalOperands<A, B>
constexpr auto operator*(const A& a, const B& b) {
  using result = decimal_shaped<product_of_decimals<A, B>>;
  return result::of(decimal_product(as_decimal(a).units(), shape_of<A>, as_decimal(b).units(), shape_of<B>));
}
template <class A, class B>
  requires DecimalOperands<A, B>
constexpr auto operator/(const A& a, const B& b) {
  using result = decimal_shaped<quotient_of_decimals<A, B>>;
  if (as_decimal(b).units() == 0) throw_divide_by_zero();
  return result::of(decimal_quotient(as_decimal(a).units(), as_decimal(b).units(),
                                     result::shape.scale - shape_of<A>.scale + shape_of<B>.scale, result::shape.precision));
}
template <class A, class B>
  requires DecimalOperands<A, B>
constexpr auto operator%(const A& a, const B& b) {
  using result = decimal_shaped<remainder_of_decimals<A, B>>;
  if (as_decimal(b).units() == 0) throw_divide_by_zero();
  return result::from_units(
      decimal_remainder(as_decimal(a).units(), shape_of<A>.scale, as_decimal(b).units(), shape_of<B>.scale));
}
template <Decimal A>
constexpr A operator-(const A& a) {
  return A::from_units(-a.units());
}
template <class A, class B>
  requires DecimalOperands<A, B>
constexpr std::strong_ordering operator<=>(const A& a, const B& b) {
  return compared(as_decimal(a).units(), shape_of<A>.scale, as_decimal(b).units(), shape_of<B>.scale);
}
template <class A, class B>
  requires DecimalOperands<A, B>
constexpr bool operator==(const A& a, const B& b) {
  return (a <=> b) == 0;
}

template <class A, class B>
  requires FloatingBesideDecimal<A, B>
double operator+(const A& a, const B& b) {
  return static_cast<double>(a) + static_cast<double>(b);
}
template <class A, class B>
  requires FloatingBesideDecimal<A, B>
double operator-(const A& a, const B& b) {
  return static_cast<double>(a) - static_cast<double>(b);
}
template <class A, class B>
  requires FloatingBesideDecimal<A, B>
double operator*(const A& a, const B& b) {
  return static_cast<double>(a) * static_cast<double>(b);
}
template <class A, class B>
  requires FloatingBesideDecimal<A, B>
double operator/(const A& a, const B& b) {
  if (static_cast<double>(b) == 0) throw_divide_by_zero();
  return static_cast<double>(a) / static_cast<double>(b);
}
template <class A, class B>
  requires FloatingBesideDecimal<A, B>
double operator%(const A& a, const B& b) {
  if (static_cast<double>(b) == 0) throw_divide_by_zero();
  return __builtin_fmod(static_cast<double>(a), static_cast<double>(b));
}
// NaN is greater than any number.
template <class A, class B>
  requires FloatingBesideDecimal<A, B>
std::weak_ordering operator<=>(const A& a, const B& b) {
  const auto x = static_cast<double>(a);
  const auto y = static_cast<double>(b);
  if (x != x || y != y) return (x != x) <=> (y != y);
  return x < y ? std::weak_ordering::less : x > y ? std::weak_ordering::greater : std::weak_ordering::equivalent;
}
template <class A, class B>
  requires FloatingBesideDecimal<A, B>
bool operator==(const A& a, const B& b) {
  return (a <=> b) == 0;
}

// DECIMAL(P,S). In JSON a number, all digits of it; read from a number or a string.
template <int P, int S>
struct scalar_traits<decimal<P, S>> : scalar_defaults<decimal<P, S>> {
  using value = decimal<P, S>;
  using form = int128;
  static constexpr bool is_quoted_in_json = false;
  static constexpr std::string_view other_value = "something other than a number that its decimal type can hold";

  static std::string sql_name() { return "DECIMAL(" + std::to_string(P) + "," + std::to_string(S) + ")"; }
  static std::string form_name() { return "decimal" + std::to_string(S); }
  static constexpr form to_form(const value& number) { return number.units(); }
  static constexpr value from_form(form units) { return value::from_units(units); }
  static void append_text(std::string& out, const value& number) { append_decimal(out, number.units(), S); }
  static bool parse_text(std::string_view text, value& into) {
    const auto units = scan_decimal(text, P, S);
    if (units) into = value::from_units(*units);
    return units.has_value();
  }

  using total = decimal<(std::min)(P + 10, decimal_shape::max_precision), S>;
  template <int Q>
  static constexpr void add_to(total& sum, const decimal<Q, S>& number) {
    int128 units = 0;
    const bool is_beyond = __builtin_add_overflow(sum.units(), number.units(), &units);
    if (is_beyond || magnitude_of(units) >= power_of_ten(total::shape.precision)) throw_arithmetic_overflow();
    sum = total::from_units(units);
  }
  using mean = decimal<(std::min)(P + 4, decimal_shape::max_precision), (std::min)(S + 4, decimal_shape::max_precision)>;
  static constexpr mean mean_of(const total& sum, std::int64_t count) {
    return mean::of(decimal_quotient(sum.units(), count, mean::shape.scale - S, mean::shape.precision));
  }
};

}  // namespace tidemark

// Where values of several types meet.
template <int P, int S, int Q, int T>
struct std::common_type<tidemark::decimal<P, S>, tidemark::decimal<Q, T>> {
  using type = tidemark::decimal_shaped<tidemark::wider_of_decimals<tidemark::decimal<P, S>, tidemark::decimal<Q, T>>>;
};
template <int P, int S, tidemark::Integer B>
struct std::common_type<tidemark::decimal<P, S>, B>
    : std::common_type<tidemark::decimal<P, S>, tidemark::decimal_of_integer<B>> {};
template <tidemark::Integer A, int P, int S>
struct std::common_type<A, tidemark::decimal<P, S>> : std::common_type<tidemark::decimal<P, S>, A> {};
template <int P, int S, std::floating_point B>
struct std::common_type<tidemark::decimal<P, S>, B> {
  using type = double;
};
template <std::floating_point A, int P, int S>
struct std::common_type<A, tidemark::decimal<P, S>> {
  using type = double;
};
