// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The kinds of a join, as tag types: inner, left_outer, right_outer, full_outer, left_semi, left_anti.

#include <concepts>

namespace tidemark {

namespace join_type {

// What a kind says of itself; each redefines what is different.
struct kind {
  static constexpr bool preserves_left = false;   // a left row without a partner comes out all the same, with nulls
  static constexpr bool preserves_right = false;  // a right row
  static constexpr bool gives_left_only = false;  // the result has the columns of the left rows alone
};

// Pairs of rows that meet the condition.
struct inner : kind {
  static constexpr const char* word = "inner";
};
struct left_outer : kind {
  static constexpr const char* word = "left outer";
  static constexpr bool preserves_left = true;
};
struct right_outer : kind {
  static constexpr const char* word = "right outer";
  static constexpr bool preserves_right = true;
};
struct full_outer : kind {
  static constexpr const char* word = "full outer";
  static constexpr bool preserves_left = true;
  static constexpr bool preserves_right = true;
};
// Left rows that have a partner, each once.
struct left_semi : kind {
  static constexpr const char* word = "left semi";
  static constexpr bool gives_left_only = true;
};
// Left rows that have none.
struct left_anti : kind {
  static constexpr const char* word = "left anti";
  static constexpr bool gives_left_only = true;
};

}  // namespace join_type

template <class T>
concept JoinType = std::derived_from<T, join_type::kind>;

inline constexpr join_type::inner inner{};
inline constexpr join_type::left_outer left_outer{};
inline constexpr join_type::right_outer right_outer{};
inline constexpr join_type::full_outer full_outer{};
inline constexpr join_type::left_semi left_semi{};
inline constexpr join_type::left_anti left_anti{};

}  // namespace tidemark
