// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Enumerations as columns: by name (STRING) where their names are given, else by number; stored and ordered by number.

#include <tidemark/row/error.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/scalar.hpp>
#include <tidemark/row/type_name.hpp>
#include <tidemark/row/value_scanner.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

// One enumerator and what it is called.
template <class Enum>
struct enumerator {
  Enum value;
  std::string_view name;
};

// The names of an enumeration's values, given at global scope before its first use as a column:
//   template <> struct tidemark::enum_names<color> {
//     static constexpr tidemark::enumerator<color> all[] = {{color::red, "red"}, {color::green, "green"}};
//   };
template <class Enum>
struct enum_names;

template <class T>
concept NamedEnum = std::is_enum_v<T> && requires { enum_names<T>::all[0].name; };

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_enum_value_without_name(const std::string& number) {
  throw error("enum_value_without_name", "the value " + number +
                                             " of an enumeration has none of its names, and could not be read back; give it "
                                             "one in its enum_names");
}

namespace detail {

// What both have: an enumeration is stored as its number.
template <class Enum>
struct enum_number : scalar_defaults<Enum> {
  using number = std::underlying_type_t<Enum>;
  using form = number;

  static std::string form_name() { return "enum " + std::string(integer_form_name(sizeof(number), std::is_signed_v<number>)); }
  static constexpr form to_form(Enum value) { return static_cast<form>(value); }
  static constexpr Enum from_form(form value) { return static_cast<Enum>(value); }
};

}  // namespace detail

template <class Enum>
concept Enumeration = std::is_enum_v<Enum> && !std::same_as<std::underlying_type_t<Enum>, bool>;

template <Enumeration Enum>
struct scalar_traits<Enum> : detail::enum_number<Enum> {
  using number = std::underlying_type_t<Enum>;
  static constexpr bool is_quoted_in_json = false;
  static constexpr std::string_view other_value = "something other than a number of its enumeration";

  static std::string sql_name() { return std::string(integer_type_text(sizeof(number), std::is_signed_v<number>)); }
  static void append_text(std::string& out, Enum value) { append_number(out, static_cast<number>(value)); }
  static bool parse_text(std::string_view text, Enum& into) {
    const auto value = scan_integer<number>(text);
    if (value) into = static_cast<Enum>(*value);
    return value.has_value();
  }
};

// A value without a name is no text: error enum_value_without_name.
template <Enumeration Enum>
  requires NamedEnum<Enum>
struct scalar_traits<Enum> : detail::enum_number<Enum> {
  static constexpr std::string_view other_value = "something other than a name of its enumeration";

  static std::string sql_name() { return "STRING"; }
  static void append_text(std::string& out, Enum value) {
    for (const auto& [one, name] : enum_names<Enum>::all)
      if (one == value) return static_cast<void>(out += name);
    std::string number;
    append_number(number, static_cast<std::underlying_type_t<Enum>>(value));
    throw_enum_value_without_name(number);
  }
  static bool parse_text(std::string_view text, Enum& into) {
    for (const auto& [one, name] : enum_names<Enum>::all)
      if (name == text) return into = one, true;
    return false;
  }
};

}  // namespace tidemark
