// error: needs a key
// found out: the error is not tidemark another_id
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#ifdef TIDEMARK_EXPECT_ERROR
static_assert(sizeof(int) == 1, "tidemark some_rule: needs a key; give it one");
#endif
