// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Skipping JSON values that no column asks for: their syntax is checked in full, nothing of them is kept.

#include <tidemark/formats/json_input.hpp>
#include <tidemark/formats/json_string.hpp>
#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/number_text.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tidemark {

inline const char* skip_digits(const char* at, const char* end) {
  while (at != end && *at >= '0' && *at <= '9') ++at;
  return at;
}

// Skips a number: minus, whole part without a leading zero, fraction, exponent.
inline const char* skip_number(json_input& in, const char* at) {
  const char* const start = at;
  if (in.has(at, '-')) ++at;
  const char* const whole = at;
  at = skip_digits(at, in.end);
  if (at == whole || (*whole == '0' && at - whole > 1)) return in.fail(start, json_problem::number_form);
  if (in.has(at, '.')) {
    const char* const fraction = ++at;
    if ((at = skip_digits(at, in.end)) == fraction) return in.fail(start, json_problem::number_form);
  }
  if (in.has(at, 'e') || in.has(at, 'E')) {
    ++at;
    if (in.has(at, '+') || in.has(at, '-')) ++at;
    const char* const exponent = at;
    if ((at = skip_digits(at, in.end)) == exponent) return in.fail(start, json_problem::number_form);
  }
  return at;
}

// Skips true, false or null.
inline const char* skip_word(json_input& in, const char* at, const char* word, std::size_t size) {
  if (static_cast<std::size_t>(in.end - at) >= size && std::memcmp(at, word, size) == 0) return at + size;
  return in.fail_at_unexpected(at);
}

inline const char* skip_scalar(json_input& in, const char* at) {
  if (in.ends_at(at)) return in.fail(at, json_problem::ends_early);
  switch (*at) {
    case '"':
      return skip_string(in, at);
    case 't':
      return skip_word(in, at, "true", 4);
    case 'f':
      return skip_word(in, at, "false", 5);
    case 'n':
      return skip_word(in, at, "null", 4);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      return skip_number(in, at);
    default:
      return in.fail(at, json_problem::unexpected_character);
  }
}

// Skips the key of a member and its colon, to the value.
inline const char* skip_key(json_input& in, const char* at) {
  at = in.to_next(at);
  if (!in.has(at, '"')) return in.fail_at_unexpected(at);
  if ((at = skip_string(in, at)) == nullptr) return nullptr;
  at = in.to_next(at);
  return in.has(at, ':') ? at + 1 : in.fail_at_unexpected(at);
}

// Skips a list or an object with all that is in it, without recursion: one bit a level says which it is.
inline const char* skip_nested(json_input& in, const char* at) {
  std::uint64_t is_object[json_input::max_depth / 64 + 1] = {};
  std::size_t level = 0;
  bool may_close = false;  // behind an opening bracket or a value, not behind a comma
  for (bool after_value = false;;) {
    at = in.to_next(at);
    if (in.ends_at(at)) return in.fail(at, json_problem::ends_early);
    const bool inside_object = level > 0 && (is_object[level / 64] >> level % 64 & 1) != 0;
    if (level > 0 && may_close && *at == (inside_object ? '}' : ']')) {
      ++at;
      if (--level == 0) return at;
      after_value = true;
      continue;
    }
    if (after_value) {
      if (*at != ',') return in.fail(at, json_problem::unexpected_character);
      ++at;
      after_value = may_close = false;
      continue;
    }
    if (inside_object) {
      if ((at = skip_key(in, at)) == nullptr) return nullptr;
      at = in.to_next(at);
    }
    may_close = true;
    if (in.has(at, '{') || in.has(at, '[')) {
      if (in.depth + ++level > json_input::max_depth) return in.fail(at, json_problem::too_deep);
      const std::uint64_t bit = std::uint64_t{1} << level % 64;
      is_object[level / 64] = *at == '{' ? is_object[level / 64] | bit : is_object[level / 64] & ~bit;
      ++at;
    } else {
      if ((at = skip_scalar(in, at)) == nullptr) return nullptr;
      after_value = true;
    }
  }
}

// Skips any value. Requires: no whitespace at `at`.
inline const char* skip_value(json_input& in, const char* at) {
  if (in.has(at, '"')) return skip_string(in, at);
  if (in.has(at, '{') || in.has(at, '[')) return skip_nested(in, at);
  return skip_scalar(in, at);
}

// Fails on a value that is not of the wanted kind: with what is wrong in its own form, if that is wrong too.
[[gnu::cold, gnu::noinline]] inline const char* fail_on_value(json_input& in, const char* at, json_problem wanted,
                                                              std::string_view words = {}) {
  const char* const end = skip_value(in, at);
  if (end == nullptr) return nullptr;
  return in.fail(at, *at == 'n' ? json_problem::is_null : wanted, words);
}

}  // namespace tidemark
