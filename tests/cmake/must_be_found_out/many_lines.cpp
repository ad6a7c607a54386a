// error: tidemark many_lines: needs a key
// found out: lines, more than 15
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#ifdef TIDEMARK_EXPECT_ERROR
template <int Depth>
constexpr int nested() {
  static_assert(Depth != 0, "tidemark many_lines: needs a key; give it one");
  if constexpr (Depth > 0) return nested<Depth - 1>();
  return 0;
}
inline constexpr int all = nested<12>();
#endif
