// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Texts put together.

#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/null.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

namespace functions {

struct concat : call_notation<concat> {
  static constexpr const char* symbol = "concat";
  static std::string apply(const Text auto&... parts) {
    std::string out;
    out.reserve((std::size_t{0} + ... + parts.size()));
    ((out += parts), ...);
    return out;
  }
};

// Nulls are passed over, but for the separator. Lists of texts are taken apart.
struct concat_ws : call_notation<concat_ws> {
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

}  // namespace functions

template <class... Es>
  requires Arguments<at_least(1), Es...>
constexpr auto concat(Es&&... parts) {
  return call_of<functions::concat>(std::forward<Es>(parts)...);
}
template <class... Es>
  requires Arguments<at_least(1), Es...>
constexpr auto concat_ws(Es&&... separator_and_parts) {
  return call_of<functions::concat_ws>(std::forward<Es>(separator_and_parts)...);
}

}  // namespace tidemark
