// error: tidemark never_wrong: needs a key
// found out: compiles with TIDEMARK_EXPECT_ERROR
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#ifdef TIDEMARK_EXPECT_ERROR
inline constexpr int size = 4;
#endif
