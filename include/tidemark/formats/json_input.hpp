// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every part of the JSON reader is handed: where the text ends, and what was found wrong where.

#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

// Why a text is not read. The first group is about the text alone, the second about values that don't fit their column.
enum class json_problem : std::uint8_t {
  none,
  ends_early,
  unexpected_character,
  control_character,
  not_utf8,
  wrong_escape,
  half_a_pair,
  number_form,
  too_deep,
  something_follows,
  is_null,
  not_object,
  not_boolean,
  not_integer,
  not_number,
  out_of_range,
  not_text,
  not_scalar,
  not_list,
  list_size,
  not_map,
  escaped_view
};

constexpr bool is_about_text(json_problem problem) { return problem < json_problem::is_null; }

// What is wrong, as the words behind "column x has" or "the record has".
constexpr std::string_view words_for(json_problem problem) {
  switch (problem) {
    case json_problem::none:
      return "nothing wrong";
    case json_problem::ends_early:
      return "no end: it stops in the middle of a value";
    case json_problem::unexpected_character:
      return "a character that cannot stand there";
    case json_problem::control_character:
      return "a control character inside quotes";
    case json_problem::not_utf8:
      return "bytes that are not UTF-8";
    case json_problem::wrong_escape:
      return "an escape that JSON does not have";
    case json_problem::half_a_pair:
      return "an escape for half of a surrogate pair";
    case json_problem::number_form:
      return "a number that is not written as JSON writes numbers";
    case json_problem::too_deep:
      return "more levels of nesting than 1000";
    case json_problem::not_object:
      return "something other than an object";
    case json_problem::something_follows:
      return "something after its end";
    case json_problem::is_null:
      return "null or is missing, and is no std::optional";
    case json_problem::not_boolean:
      return "something other than true or false";
    case json_problem::not_integer:
      return "something other than a whole number";
    case json_problem::not_number:
      return "something other than a number";
    case json_problem::out_of_range:
      return "a number that its type cannot hold";
    case json_problem::not_text:
      return "something other than text";
    case json_problem::not_scalar:
      return "something other than a value of its type";
    case json_problem::not_list:
      return "something other than a list";
    case json_problem::list_size:
      return "a list of another length";
    case json_problem::not_map:
      return "something other than a map";
    case json_problem::escaped_view:
      return "text with escapes, which cannot be viewed where it lies; make it a std::string";
  }
  return "something wrong";
}

class json_memory;

// One text while it is read. Readers take the place where they start and return the place behind what they read; nullptr:
// malformed, see `problem` and `place`.
struct json_input {
  const char* end = nullptr;
  json_memory* memory = nullptr;  // what the reader keeps from record to record
  std::string* unescaped = nullptr;  // where views of text with escapes get their bytes; nullptr: nowhere
  bool is_line = false;              // a newline ends the text
  bool keeps_going = false;          // a value that doesn't fit makes its column null, if that can be null
  std::uint16_t depth = 0;

  json_problem problem = json_problem::none;
  const char* place = nullptr;
  std::string_view column = {};
  std::string_view other_value = {};  // of not_scalar: in the words of the column's type

  static constexpr std::uint16_t max_depth = 1000;

  // The first problem is kept. `words`: what a type says of a value that is none of its own.
  [[gnu::cold, gnu::noinline]] const char* fail(const char* at, json_problem what, std::string_view words = {}) {
    if (problem == json_problem::none) {
      problem = what;
      other_value = words;
      place = at;
    }
    return nullptr;
  }
  [[gnu::cold, gnu::noinline]] const char* fail_at_unexpected(const char* at) {
    return fail(at, ends_at(at) ? json_problem::ends_early : json_problem::unexpected_character);
  }

  bool ends_at(const char* at) const { return at == end || (is_line && *at == '\n'); }

  const char* skip_space(const char* at) const {
    while (at != end && (*at == ' ' || *at == '\t' || *at == '\r' || (*at == '\n' && !is_line))) ++at;
    return at;
  }
  // Whitespace is rare: this looks at one character before it asks for more.
  [[gnu::always_inline]] const char* to_next(const char* at) const {
    return at != end && static_cast<unsigned char>(*at) <= ' ' ? skip_space(at) : at;
  }
  // Is `c` at `at`?
  bool has(const char* at, char c) const { return at != end && *at == c; }
};

}  // namespace tidemark
