// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text of a certain length: padded, or cut off.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/text/characters.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

namespace functions {

// To exactly `length` characters: longer text is cut off at its end; shorter text stays if there is nothing to pad with.
struct lpad : call_notation<lpad> {
  static constexpr const char* symbol = "lpad";
  static std::string apply(const Text auto& text, Integer auto length, const Text auto& pad) {
    const std::int64_t missing = converted<std::int32_t>(length) - count_characters(text);
    if (missing <= 0 || pad.empty()) return std::string(first_characters(text, converted<std::int32_t>(length)));
    std::string out;
    append_padding(out, pad, missing);
    return out += text;
  }
  static std::string apply(const Text auto& text, Integer auto length) { return apply(text, length, std::string_view(" ")); }
};

struct rpad : call_notation<rpad> {
  static constexpr const char* symbol = "rpad";
  static std::string apply(const Text auto& text, Integer auto length, const Text auto& pad) {
    const std::int64_t missing = converted<std::int32_t>(length) - count_characters(text);
    std::string out(first_characters(text, converted<std::int32_t>(length)));
    if (missing > 0 && !pad.empty()) append_padding(out, pad, missing);
    return out;
  }
  static std::string apply(const Text auto& text, Integer auto length) { return apply(text, length, std::string_view(" ")); }
};

// Nothing for a count of zero and below; longer than a text can be: error arithmetic_overflow.
struct repeat : call_notation<repeat> {
  static constexpr const char* symbol = "repeat";
  static std::string apply(const Text auto& text, Integer auto count) {
    std::string out;
    if (text.empty() || std::cmp_less_equal(count, 0)) return out;
    std::int32_t size{};
    if (__builtin_mul_overflow(text.size(), count, &size)) throw_arithmetic_overflow();
    out.reserve(static_cast<std::size_t>(size));
    for (auto left = count; left > 0; --left) out += text;
    return out;
  }
};

}  // namespace functions

// `lpad("s"_c, 8)`, `lpad("s"_c, 8, "0")`.
template <class... Es>
  requires Arguments<arity(2, 3), Es...>
constexpr auto lpad(Es&&... text_length_and_pad) {
  return call_of<functions::lpad>(std::forward<Es>(text_length_and_pad)...);
}
template <class... Es>
  requires Arguments<arity(2, 3), Es...>
constexpr auto rpad(Es&&... text_length_and_pad) {
  return call_of<functions::rpad>(std::forward<Es>(text_length_and_pad)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto repeat(Es&&... text_and_count) {
  return call_of<functions::repeat>(std::forward<Es>(text_and_count)...);
}

}  // namespace tidemark
