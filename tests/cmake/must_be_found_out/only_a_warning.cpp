// error: tidemark only_a_warning: needs a key
// found out: compiles with TIDEMARK_EXPECT_ERROR
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#ifdef TIDEMARK_EXPECT_ERROR
#pragma GCC diagnostic warning "-Wdeprecated-declarations"
[[deprecated("tidemark only_a_warning: needs a key; give it one")]] inline void warned() {}
inline void warn() { warned(); }
#endif
