// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a rule answers: `ok`, or a violation that carries its own sentence. Verdicts are types; whoever must act on one
// enforces it, and so the compiler's first error is the rule's sentence.

#include <type_traits>

namespace tidemark {

// The plan may stand.
struct ok {
  template <class Plan>
  static consteval void enforce() {}
};

// Base of all violations. Each has `enforce<Plan>()`, a static_assert with its sentence; the struct's name is the rule's id.
struct violation {};

template <class T>
inline constexpr bool is_violation = std::is_base_of_v<violation, T>;
template <class T>
concept Verdict = std::is_same_v<T, ok> || is_violation<T>;

// Verdicts compare by type, so a misspelt id does not compile: `verdict_of<…> == file_sink_is_append_only{}`.
template <Verdict A, Verdict B>
consteval bool operator==(A /*left*/, B /*right*/) {
  return std::is_same_v<A, B>;
}

// `ok` if the demand holds, else the violation.
template <bool Holds, class Violation>
using demand = std::conditional_t<Holds, ok, Violation>;

namespace detail {

template <class... Verdicts>
struct first_among {
  using type = ok;
};
template <class First, class... Rest>
struct first_among<First, Rest...> {
  using type = First;
};
template <class... Rest>
struct first_among<ok, Rest...> : first_among<Rest...> {};

}  // namespace detail

// The first of several verdicts that is a violation, or ok.
template <class... Verdicts>
using first_violation = typename detail::first_among<Verdicts...>::type;

}  // namespace tidemark
