// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Column types that are one value: what a type says of itself, in its own header, to be read, written, compared, kept and
// stored like the types of the language.

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

// What is known of column type T. A specialisation derives from scalar_defaults<T> and has
//   static std::string sql_name();                              "DATE"
//   static std::string form_name();                             how it is stored: other bytes, another name
//   static void append_text(std::string& out, const T& value);  as CAST(value AS STRING) gives it
//   static bool parse_text(std::string_view text, T& into);     CAST(text AS T): false if the text has not that form
// and, where its stored bytes are those of a simpler type,
//   using form = std::int64_t;                                  or std::string_view, int128, another integer or float
//   static form to_form(const T& value);  static T from_form(form);
// A type that looks at its bytes says which type owns them, and that one is made of it and assigned from it:
//   using owned = bytes;  static bool append_from_json(memory, text);
// With a form, codec and key_codec follow from it, and so do hash and equality of keys; without one it has a codec and a
// key_codec of its own. Two types are one kind of value in sum and avg if it has
//   using total = …;  static void add_to(total& sum, const T& value);           a sum; and a total is added like a value
//   using mean = …;   static mean mean_of(const total& sum, std::int64_t count);
// `a + b`, `a < b` and their kin on columns are those of the type, where their result is a column.
template <class T>
struct scalar_traits;

// What most types say; a specialisation that says otherwise hides it.
template <class T>
struct scalar_defaults {
  // The type in which a column is kept beyond its batch.
  using owned = T;
  // In JSON it is a string; otherwise a number, and read from a string as well.
  static constexpr bool is_quoted_in_json = true;
  // What a value is that cannot be read, behind "column x has".
  static constexpr std::string_view other_value = "something other than a value of its type";

  static void append_json(std::string& out, const T& value) { scalar_traits<T>::append_text(out, value); }
  static bool parse_json(std::string_view text, T& into) { return scalar_traits<T>::parse_text(text, into); }
};

template <class T>
concept Scalar = requires(std::string& out, const T& value, T& into) {
  { scalar_traits<T>::sql_name() } -> std::same_as<std::string>;
  { scalar_traits<T>::form_name() } -> std::same_as<std::string>;
  scalar_traits<T>::append_text(out, value);
  { scalar_traits<T>::parse_text(std::string_view{}, into) } -> std::same_as<bool>;
  { scalar_traits<T>::is_quoted_in_json } -> std::convertible_to<bool>;
};

// A scalar whose bytes are those of a simpler type.
template <class T>
concept FormedScalar = Scalar<T> && requires { typename scalar_traits<T>::form; };

template <FormedScalar T>
using form_of = typename scalar_traits<T>::form;

template <FormedScalar T>
[[gnu::always_inline]] constexpr form_of<T> to_form(const T& value) {
  return scalar_traits<T>::to_form(value);
}

// A scalar that looks at bytes of its batch: what it shows is kept as another type.
template <class T>
concept ScalarView = FormedScalar<T> && !std::same_as<typename scalar_traits<T>::owned, T>;

// A value of the same meaning in two types: one to look at, one to keep.
template <class A, class B>
concept SameForm =
    FormedScalar<A> && FormedScalar<B> && std::same_as<typename scalar_traits<A>::owned, typename scalar_traits<B>::owned>;

}  // namespace tidemark
