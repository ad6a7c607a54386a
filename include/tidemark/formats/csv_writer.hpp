// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rows as lines of a CSV file.

#include <tidemark/formats/csv_field.hpp>
#include <tidemark/formats/csv_options.hpp>
#include <tidemark/formats/csv_value.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/scalar.hpp>
#include <tidemark/row/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tidemark {

// Whether all of a text is ASCII without marks and ends of lines.
inline bool is_plain_csv(csv_marks marks, const char* at, const char* end) {
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i marked =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(marks.delimiter)), _mm_cmpeq_epi8(bytes, _mm_set1_epi8(marks.quote)));
    const __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r')));
    if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(marked, ends), bytes)) != 0) return false;  // a top bit: not ASCII
  }
#endif
  for (; at != end; ++at)
    if (*at == marks.delimiter || *at == marks.quote || *at == '\n' || *at == '\r' || static_cast<unsigned char>(*at) >= 0x80)
      return false;
  return true;
}

// Whether a text needs quotes for its ends: if nothing is in it, since it would be null; if it begins as a comment does; and
// for blanks, which some programs cut off.
inline bool has_special_ends(const csv_options& form, std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  return text.empty() || is_blank(text.front()) || is_blank(text.back()) || text.front() == form.comment;
}

// Whether a text can stand in a file as it is.
inline bool is_plain_csv(const csv_options& form, std::string_view text) {
  return !has_special_ends(form, text) && is_plain_csv(marks_of(form), text.data(), text.data() + text.size());
}

// Appends a text in quotes.
inline void append_quoted_csv(csv_marks marks, std::string_view text, std::string& out) {
  out += marks.quote;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (bool is_ascii = true;;) {
    const char* const stop = find_either(at, end, marks.quote, marks.escape, is_ascii);
    out.append(at, stop);
    if (stop == end) break;
    out += marks.escape;
    out += *stop;
    at = stop + 1;
  }
  out += marks.quote;
}

// The text with U+FFFD for bytes that are not UTF-8, so that what is written can be read.
[[gnu::cold, gnu::noinline]] inline std::string as_utf8(std::string_view text) {
  std::string good;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    const std::size_t size = utf8_size(at, end);
    if (size == 0) append_utf8(good, 0xfffd);
    else good.append(at, size);
    at += size == 0 ? 1 : size;
  }
  return good;
}

// Appends a text that is not plain, or has special ends.
[[gnu::noinline]] inline void append_special_csv(const csv_options& form, std::string_view text, std::string& out) {
  const char* const end = text.data() + text.size();
  if (!is_utf8(text.data(), end)) [[unlikely]]
    return append_special_csv(form, as_utf8(text), out);
  const csv_marks marks = marks_of(form);
  bool is_ascii = true;
  const bool has_mark = find_either(text.data(), end, marks.delimiter, marks.quote, is_ascii) != end ||
                        find_either(text.data(), end, '\n', '\r', is_ascii) != end;
  if (has_mark || has_special_ends(form, text)) append_quoted_csv(marks, text, out);
  else out += text;
}

inline void append_csv_text(const csv_options& form, std::string_view text, std::string& out) {
  if (is_plain_csv(form, text)) [[likely]]
    out += text;
  else append_special_csv(form, text, out);
}

template <class T>
void append_csv_value(const csv_options& form, const T& value, std::string& out) {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::nullable) {
    if (value) append_csv_value(form, *value, out);
    else out += form.null_text;
  } else if constexpr (kind == column_kind::text || kind == column_kind::text_view) {
    append_csv_text(form, value, out);
  } else if constexpr (kind == column_kind::boolean) {
    out += value ? "true" : "false";
  } else if constexpr (kind == column_kind::scalar) {
    const std::size_t start = out.size();
    scalar_traits<T>::append_json(out, value);
    const std::string_view text = std::string_view(out).substr(start);
    if (is_plain_csv(form, text)) return;
    const std::string special(text);
    out.resize(start);
    append_special_csv(form, special, out);
  } else {
    append_number(out, value);
  }
}

// Appends a row with its newline. A row of one column that is empty is a pair of quotes: a blank line would be no row.
template <class... Fields>
void append_csv_row(const csv_options& form, const auto& row, field_list<Fields...> /*columns*/, std::string& out) {
  const std::size_t start = out.size();
  const auto add = [&](const auto& value) {
    append_csv_value<std::remove_cvref_t<decltype(value)>>(form, value, out);
    out += form.delimiter;
  };
  (add(tidemark::get<Fields::key>(row)), ...);
  if constexpr (sizeof...(Fields) == 1)
    if (out.size() == start + 1) out.insert(start, 2, form.quote);
  out.back() = '\n';
}

// Appends the line that names the columns.
template <class... Fields>
void append_csv_header(const csv_options& form, field_list<Fields...> /*columns*/, std::string& out) {
  ((append_csv_text(form, Fields::key.view(), out), out += form.delimiter), ...);
  out.back() = '\n';
}

}  // namespace tidemark
