// error: tidemark always_wrong: needs a key
// found out: does not compile without TIDEMARK_EXPECT_ERROR
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

static_assert(sizeof(int) == 1, "tidemark always_wrong: needs a key; give it one");
