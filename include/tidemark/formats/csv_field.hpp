// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// One value of a CSV line: where it lies, and whether it is whole.

#include <tidemark/formats/csv_options.hpp>
#include <tidemark/row/utf8.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tidemark {

// Why a line is not read. The first group is about the text alone, the second about its values.
enum class csv_problem : std::uint8_t {
  none,
  open_quote,
  behind_quote,
  not_utf8,
  too_few,
  too_many,
  is_null,
  not_boolean,
  not_integer,
  not_number,
  not_scalar,
  out_of_range
};

constexpr bool is_about_text(csv_problem problem) { return problem < csv_problem::too_few; }

// What is wrong, as the words behind "column x has" or "the record has".
constexpr std::string_view words_for(csv_problem problem) {
  switch (problem) {
    case csv_problem::none:
      return "nothing wrong";
    case csv_problem::open_quote:
      return "a quote that is not closed in its line, and a value does not go on in the next";
    case csv_problem::behind_quote:
      return "something between a closing quote and the next delimiter";
    case csv_problem::not_utf8:
      return "bytes that are not UTF-8";
    case csv_problem::too_few:
      return "fewer values than there are columns";
    case csv_problem::too_many:
      return "more values than there are columns";
    case csv_problem::is_null:
      return "no value, and is no std::optional";
    case csv_problem::not_boolean:
      return "something other than true or false";
    case csv_problem::not_integer:
      return "something other than a whole number";
    case csv_problem::not_number:
      return "something other than a number";
    case csv_problem::not_scalar:
      return "something other than a value of its type";
    case csv_problem::out_of_range:
      return "a number that its type cannot hold";
  }
  return {};
}

// A value as it stands in its line.
struct csv_field {
  const char* first = nullptr;
  const char* last = nullptr;    // without quotes, and without the carriage return of a line's end
  const char* behind = nullptr;  // the delimiter, the newline or the end of the text
  bool is_quoted = false;
  bool has_escape = false;  // what is meant is not what stands between the quotes

  std::string_view text() const { return {first, static_cast<std::size_t>(last - first)}; }
  bool is_missing() const { return first == last && !is_quoted; }
};

inline bool is_utf8(const char* at, const char* end) {
  while (at != end) {
    const std::size_t size = utf8_size(at, end);
    if (size == 0) return false;
    at += size;
  }
  return true;
}

// The first of two bytes from `at`, or `end`. `is_ascii` becomes false if what lies before it is not.
[[gnu::always_inline]] inline const char* find_either(const char* at, const char* end, char a, char b, bool& is_ascii) {
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(a)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b)));
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
    const auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
    if (mask != 0) {
      if ((high & (mask ^ (mask - 1)) & ~mask) != 0) [[unlikely]]
        is_ascii = false;
      return at + std::countr_zero(mask);
    }
    if (high != 0) [[unlikely]]
      is_ascii = false;
  }
#endif
  for (; at != end && *at != a && *at != b; ++at)
    if (static_cast<unsigned char>(*at) >= 0x80) is_ascii = false;
  return at;
}

// Whether a place is where a value ends: a delimiter, or an end of the line.
inline bool is_line_end(const char* at, const char* end) { return at == end || *at == '\n'; }

// The value in quotes that starts at `at`. `problem_at` is where it goes wrong.
[[gnu::noinline]] inline csv_problem find_quoted(csv_marks marks, const char* at, const char* end, csv_field& field,
                                                 const char*& problem_at) {
  const char* const start = at++;
  bool is_ascii = true;
  bool has_escape = false;
  for (const char* from = at;;) {
    from = find_either(from, end, marks.quote, marks.escape == marks.quote ? '\n' : marks.escape, is_ascii);
    if (from == end || *from == '\n') return problem_at = start, csv_problem::open_quote;
    if (*from == marks.escape && end - from > 1 && (from[1] == marks.quote || from[1] == marks.escape)) {
      has_escape = true;
      from += 2;
    } else if (*from == marks.quote) {
      field = {at, from, from + 1, true, has_escape};
      break;
    } else {
      ++from;
    }
  }
  // Where the escape is looked for, the newline is not.
  if (marks.escape != marks.quote && field.text().find('\n') != std::string_view::npos)
    return problem_at = start, csv_problem::open_quote;
  if (field.behind != end && *field.behind == '\r' && is_line_end(field.behind + 1, end)) ++field.behind;
  if (!is_line_end(field.behind, end) && *field.behind != marks.delimiter)
    return problem_at = field.behind, csv_problem::behind_quote;
  return is_ascii || is_utf8(field.first, field.last) ? csv_problem::none : (problem_at = start, csv_problem::not_utf8);
}

// The value that starts at `at`. A quote counts at its start only.
[[gnu::always_inline]] inline csv_problem find_field(csv_marks marks, const char* at, const char* end, csv_field& field,
                                                     const char*& problem_at) {
  if (at != end && *at == marks.quote) {
    csv_field quoted;  // of its own, so that `field` need not lie in memory
    const char* place = nullptr;
    const csv_problem problem = find_quoted(marks, at, end, quoted, place);
    field = quoted;
    problem_at = place;
    return problem;
  }
  bool is_ascii = true;
  const char* const stop = find_either(at, end, marks.delimiter, '\n', is_ascii);
  const bool is_dos = is_line_end(stop, end) && stop != at && stop[-1] == '\r';
  field = {at, is_dos ? stop - 1 : stop, stop, false, false};
  problem_at = at;
  return is_ascii || is_utf8(at, stop) ? csv_problem::none : csv_problem::not_utf8;
}

// Appends what a value in quotes means: an escape before a quote or an escape is left out.
[[gnu::noinline]] inline void append_unescaped(csv_marks marks, std::string_view text, std::string& out) {
  while (!text.empty()) {
    const std::size_t escape = text.find(marks.escape);
    if (escape == std::string_view::npos || escape + 1 == text.size()) {
      out += text;
      return;
    }
    const bool is_left_out = text[escape + 1] == marks.quote || text[escape + 1] == marks.escape;
    out += text.substr(0, escape + (is_left_out ? 0 : 1));
    if (is_left_out) out += text[escape + 1];
    text.remove_prefix(escape + (is_left_out ? 2 : 1));
  }
}

}  // namespace tidemark
