// error: tidemark key_cannot_be_hashed: long double is no column type
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/state/memory_hash.hpp>

#ifdef TIDEMARK_EXPECT_ERROR
auto hash() { return tidemark::memory_hash<long double>::of(1); }
#else
auto hash() { return tidemark::memory_hash<double>::of(1); }
#endif
