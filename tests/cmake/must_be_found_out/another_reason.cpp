// error: tidemark another_reason: needs a key
// found out: fails without a match of
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#ifdef TIDEMARK_EXPECT_ERROR
int none = no_such_name;
#endif
