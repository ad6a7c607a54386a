// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text without the spaces at its ends. Nothing else is trimmed.

#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/text/characters.hpp>

#include <utility>

namespace tidemark {

namespace functions {

struct trim : call_notation<trim> {
  static constexpr const char* symbol = "trim";
  template <Text A>
  static constexpr A apply(const A& text) {
    return A(without_leading(without_trailing(text, ' '), ' '));
  }
};

struct ltrim : call_notation<ltrim> {
  static constexpr const char* symbol = "ltrim";
  template <Text A>
  static constexpr A apply(const A& text) {
    return A(without_leading(text, ' '));
  }
};

struct rtrim : call_notation<rtrim> {
  static constexpr const char* symbol = "rtrim";
  template <Text A>
  static constexpr A apply(const A& text) {
    return A(without_trailing(text, ' '));
  }
};

}  // namespace functions

template <class... Es>
  requires Arguments<1, Es...>
constexpr auto trim(Es&&... text) {
  return call_of<functions::trim>(std::forward<Es>(text)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto ltrim(Es&&... text) {
  return call_of<functions::ltrim>(std::forward<Es>(text)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto rtrim(Es&&... text) {
  return call_of<functions::rtrim>(std::forward<Es>(text)...);
}

}  // namespace tidemark
