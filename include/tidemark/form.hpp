// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The two forms of the library. Header-only: the definitions in impl/ follow their declarations in every unit that includes
// them. Compiled, in a program that defines TIDEMARK_COMPILED in all of its units: only compiled.cpp, one of them, has them.

// What stands before each of these definitions.
#ifdef TIDEMARK_COMPILED
#define TIDEMARK_INLINE
#else
#define TIDEMARK_INLINE inline
#endif
