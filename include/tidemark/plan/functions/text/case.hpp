// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Upper and lower case of text.

#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/text/letter_case.hpp>

#include <string>
#include <utility>

namespace tidemark {

namespace functions {

struct upper : call_notation<upper> {
  static constexpr const char* symbol = "upper";
  static std::string apply(const Text auto& text) { return upper_case(text); }
};

struct lower : call_notation<lower> {
  static constexpr const char* symbol = "lower";
  static std::string apply(const Text auto& text) { return lower_case(text); }
};

}  // namespace functions

template <class... Es>
  requires Arguments<1, Es...>
constexpr auto upper(Es&&... text) {
  return call_of<functions::upper>(std::forward<Es>(text)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto lower(Es&&... text) {
  return call_of<functions::lower>(std::forward<Es>(text)...);
}

}  // namespace tidemark
