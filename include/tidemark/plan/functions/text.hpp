// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions of text. Lengths and positions count characters, positions from 1. A part of a std::string_view column is a view
// of the same batch; anything else is a std::string.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/characters.hpp>
#include <tidemark/plan/functions/letter_case.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/prefix.hpp>
#include <tidemark/row/column_kind.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

namespace functions {

struct upper : prefix<upper> {
  static constexpr const char* symbol = "upper";
  static std::string apply(const Text auto& text) { return upper_case(text); }
};
struct lower : prefix<lower> {
  static constexpr const char* symbol = "lower";
  static std::string apply(const Text auto& text) { return lower_case(text); }
};
struct length : prefix<length> {
  static constexpr const char* symbol = "length";
  static constexpr std::int32_t apply(const Text auto& text) { return static_cast<std::int32_t>(count_characters(text)); }
};

// Only spaces are trimmed.
struct trim : prefix<trim> {
  static constexpr const char* symbol = "trim";
  template <Text A>
  static constexpr A apply(const A& text) {
    return A(without_leading(without_trailing(text, ' '), ' '));
  }
};
struct ltrim : prefix<ltrim> {
  static constexpr const char* symbol = "ltrim";
  template <Text A>
  static constexpr A apply(const A& text) {
    return A(without_leading(text, ' '));
  }
};
struct rtrim : prefix<rtrim> {
  static constexpr const char* symbol = "rtrim";
  template <Text A>
  static constexpr A apply(const A& text) {
    return A(without_trailing(text, ' '));
  }
};

struct substring : prefix<substring> {
  static constexpr const char* symbol = "substring";
  template <Text A>
  static constexpr A apply(const A& text, Integer auto position, Integer auto length) {
    return A(substring_of(text, converted<std::int64_t>(position), converted<std::int64_t>(length)));
  }
  template <Text A>
  static constexpr A apply(const A& text, Integer auto position) {
    return apply(text, position, (std::numeric_limits<std::int64_t>::max)());
  }
};

struct concat : prefix<concat> {
  static constexpr const char* symbol = "concat";
  static std::string apply(const Text auto&... parts) {
    std::string out;
    out.reserve((std::size_t{0} + ... + parts.size()));
    ((out += parts), ...);
    return out;
  }
};

// Nulls are passed over, but for the separator. Lists of texts are taken apart.
struct concat_ws : prefix<concat_ws> {
  static constexpr const char* symbol = "concat_ws";
  static constexpr bool sees_null = true;

  template <class Part>
  static consteval bool is_part() {
    if constexpr (List<Part>) return Text<without_null<typename Part::value_type>>;
    else return Text<Part>;
  }
  template <class Separator, class... Parts>
    requires Text<without_null<Separator>> && (is_part<without_null<Parts>>() && ...)
  static nullable<std::string, is_nullable<Separator>> apply(const Separator& separator, const Parts&... parts) {
    if constexpr (is_nullable<Separator>) {
      if (!separator) return std::nullopt;
    }
    std::string out;
    bool is_first = true;
    (append(out, is_first, value_of_nullable(separator), parts), ...);
    return out;
  }

 private:
  template <class Part>
  static void append(std::string& out, bool& is_first, std::string_view separator, const Part& part) {
    if (tidemark::is_null(part)) return;
    const auto& value = value_of_nullable(part);
    if constexpr (Text<without_null<Part>>) {
      if (!is_first) out += separator;
      is_first = false;
      out += value;
    } else {
      for (const auto& element : value) append(out, is_first, separator, element);
    }
  }
};

// At most `limit` parts if that is positive. An empty separator parts all characters.
struct split : prefix<split> {
  static constexpr const char* symbol = "split";
  template <Text A>
  static std::vector<A> apply(const A& text, const Text auto& separator, Integer auto limit) {
    const std::string_view whole(text);
    const std::string_view by(separator);
    std::vector<A> parts;
    std::size_t start = 0;
    while (std::cmp_less_equal(limit, 0) || std::cmp_less(parts.size() + 1, limit)) {
      const std::size_t end = end_of_part(whole, by, start);
      if (end == std::string_view::npos) break;
      parts.emplace_back(whole.substr(start, end - start));
      start = end + by.size();
    }
    parts.emplace_back(whole.substr(start));
    return parts;
  }
  static auto apply(const Text auto& text, const Text auto& separator) { return apply(text, separator, -1); }

 private:
  static constexpr std::size_t end_of_part(std::string_view text, std::string_view separator, std::size_t start) {
    if (!separator.empty()) return text.find(separator, start);
    const std::size_t end = start < text.size() ? next_character(text, start) : text.size();
    return end < text.size() ? end : std::string_view::npos;
  }
};

// All occurrences, from the left; an empty text occurs nowhere.
struct replace : prefix<replace> {
  static constexpr const char* symbol = "replace";
  static std::string apply(const Text auto& text, const Text auto& search, const Text auto& by) {
    const std::string_view whole(text);
    std::string out;
    if (search.empty()) return out = whole;
    std::size_t start = 0;
    for (std::size_t at = 0; (at = whole.find(search, start)) != std::string_view::npos; start = at + search.size()) {
      out += whole.substr(start, at - start);
      out += by;
    }
    return out += whole.substr(start);
  }
};

// The position of the first occurrence, 0 if there is none.
struct instr : prefix<instr> {
  static constexpr const char* symbol = "instr";
  static constexpr std::int32_t apply(const Text auto& text, const Text auto& search) {
    const std::string_view whole(text);
    const std::size_t at = whole.find(search);
    return at == std::string_view::npos ? 0 : static_cast<std::int32_t>(count_characters(whole.substr(0, at)) + 1);
  }
};

// To exactly `length` characters: longer text is cut off at its end; shorter text stays if there is nothing to pad with.
struct lpad : prefix<lpad> {
  static constexpr const char* symbol = "lpad";
  static std::string apply(const Text auto& text, Integer auto length, const Text auto& pad) {
    const std::int64_t missing = converted<std::int32_t>(length) - count_characters(text);
    if (missing <= 0 || pad.empty()) return std::string(first_characters(text, converted<std::int32_t>(length)));
    std::string out;
    append_padding(out, pad, missing);
    return out += text;
  }
};
struct rpad : prefix<rpad> {
  static constexpr const char* symbol = "rpad";
  static std::string apply(const Text auto& text, Integer auto length, const Text auto& pad) {
    const std::int64_t missing = converted<std::int32_t>(length) - count_characters(text);
    std::string out(first_characters(text, converted<std::int32_t>(length)));
    if (missing > 0 && !pad.empty()) append_padding(out, pad, missing);
    return out;
  }
};

struct like : function {
  static constexpr bool apply(const Text auto& text, const Text auto& pattern, std::same_as<char> auto escape) {
    check_like_pattern(pattern, escape);
    return is_like(text, pattern, escape);
  }
  static void print(auto& out, const auto& text, const auto& pattern, const auto& escape) {
    text.print(out += '(');
    pattern.print(out += " like ");
    if (escape.value != '\\') ((out += " escape '") += escape.value) += '\'';
    out += ')';
  }
};

struct starts_with : prefix<starts_with> {
  static constexpr const char* symbol = "startswith";
  static constexpr bool apply(const Text auto& text, const Text auto& start) {
    return std::string_view(text).starts_with(start);
  }
};
struct ends_with : prefix<ends_with> {
  static constexpr const char* symbol = "endswith";
  static constexpr bool apply(const Text auto& text, const Text auto& end) { return std::string_view(text).ends_with(end); }
};
struct contains : prefix<contains> {
  static constexpr const char* symbol = "contains";
  static constexpr bool apply(const Text auto& text, const Text auto& part) {
    return std::string_view(text).find(part) != std::string_view::npos;
  }
};

// Of text by characters, of a list by elements.
struct reverse : prefix<reverse> {
  static constexpr const char* symbol = "reverse";
  static std::string apply(const Text auto& text) { return reversed_characters(text); }
  template <List A>
  static A apply(const A& list) {
    A out = list;
    std::reverse(out.begin(), out.end());
    return out;
  }
};

}  // namespace functions

template <Expression A>
constexpr auto upper(A&& text) {
  return call_of<functions::upper>(std::forward<A>(text));
}
template <Expression A>
constexpr auto lower(A&& text) {
  return call_of<functions::lower>(std::forward<A>(text));
}
template <Expression A>
constexpr auto length(A&& text) {
  return call_of<functions::length>(std::forward<A>(text));
}
template <Expression A>
constexpr auto trim(A&& text) {
  return call_of<functions::trim>(std::forward<A>(text));
}
template <Expression A>
constexpr auto ltrim(A&& text) {
  return call_of<functions::ltrim>(std::forward<A>(text));
}
template <Expression A>
constexpr auto rtrim(A&& text) {
  return call_of<functions::rtrim>(std::forward<A>(text));
}
// `substring("s"_c, 2, 3)`: three characters from the second; `substring("s"_c, -2)`: the last two.
template <Expression A, class... Bounds>
  requires(sizeof...(Bounds) == 1 || sizeof...(Bounds) == 2)
constexpr auto substring(A&& text, Bounds&&... bounds) {
  return call_of<functions::substring>(std::forward<A>(text), std::forward<Bounds>(bounds)...);
}
template <class... Parts>
  requires(Expression<Parts> || ...)
constexpr auto concat(Parts&&... parts) {
  return call_of<functions::concat>(std::forward<Parts>(parts)...);
}
template <class Separator, class... Parts>
  requires(Expression<Separator> || ... || Expression<Parts>)
constexpr auto concat_ws(Separator&& separator, Parts&&... parts) {
  return call_of<functions::concat_ws>(std::forward<Separator>(separator), std::forward<Parts>(parts)...);
}
// The parts between the separators, as a list. The separator is text as it is, no regular expression.
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto split(A&& text, B&& separator) {
  return call_of<functions::split>(std::forward<A>(text), std::forward<B>(separator));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto split(A&& text, B&& separator, std::int32_t limit) {
  return call_of<functions::split>(std::forward<A>(text), std::forward<B>(separator), limit);
}
template <Expression A, class B, class C = const char (&)[1]>
constexpr auto replace(A&& text, B&& search, C&& by = "") {
  return call_of<functions::replace>(std::forward<A>(text), std::forward<B>(search), std::forward<C>(by));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto instr(A&& text, B&& search) {
  return call_of<functions::instr>(std::forward<A>(text), std::forward<B>(search));
}
template <Expression A, class B, class C = const char (&)[2]>
constexpr auto lpad(A&& text, B&& to_length, C&& pad = " ") {
  return call_of<functions::lpad>(std::forward<A>(text), std::forward<B>(to_length), std::forward<C>(pad));
}
template <Expression A, class B, class C = const char (&)[2]>
constexpr auto rpad(A&& text, B&& to_length, C&& pad = " ") {
  return call_of<functions::rpad>(std::forward<A>(text), std::forward<B>(to_length), std::forward<C>(pad));
}
// `like("s"_c, "a%_")`: % is any text, _ any character. A pattern known now is checked now: error like_pattern.
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto like(A&& text, B&& pattern, char escape = '\\') {
  if constexpr (std::convertible_to<B, std::string_view>) check_like_pattern(pattern, escape);
  return call_of<functions::like>(std::forward<A>(text), std::forward<B>(pattern), escape);
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto starts_with(A&& text, B&& start) {
  return call_of<functions::starts_with>(std::forward<A>(text), std::forward<B>(start));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto ends_with(A&& text, B&& end) {
  return call_of<functions::ends_with>(std::forward<A>(text), std::forward<B>(end));
}
template <class A, class B>
  requires ExpressionOperands<A, B>
constexpr auto contains(A&& text, B&& part) {
  return call_of<functions::contains>(std::forward<A>(text), std::forward<B>(part));
}
template <Expression A>
constexpr auto reverse(A&& text_or_list) {
  return call_of<functions::reverse>(std::forward<A>(text_or_list));
}

}  // namespace tidemark
