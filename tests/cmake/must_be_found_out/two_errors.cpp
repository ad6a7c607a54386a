// error: tidemark two_errors: needs a key
// found out: fails with 2 errors
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#ifdef TIDEMARK_EXPECT_ERROR
static_assert(sizeof(int) == 1, "tidemark two_errors: needs a key; give it one");
int none = no_such_name;
#endif
