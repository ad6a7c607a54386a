// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Macros that users' other headers define (those of Windows, X11, Qt, a C library) do not meet ours. Standard and third-party
// headers come first: what they do with such macros is not ours to say, and libstdc++ takes min and max away.

#include "foreign_headers.hpp"

#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define check(x) hostile_check(x)
#define verify(x) hostile_verify(x)
#define require(x) hostile_require(x)
#define major(x) hostile_major(x)
#define minor(x) hostile_minor(x)
#define Yield() hostile_yield()
#define ERROR 0
#define NO_ERROR 0L
#define IN
#define OUT
#define OPTIONAL
#define DELETE 0x00010000L
#define CONST const
#define VOID void
#define TRUE 1
#define FALSE 0
#define STRICT 1
#define IGNORE 0
#define ABSOLUTE 1
#define DIFFERENCE 11
#define small char
#define hyper long
#define near
#define far
#define interface struct
#define emit
#define slots
#define signals public
#define None 0L
#define Bool int
#define Success 0
#define True 1
#define False 0
#define Always 2

#include "all_headers.hpp"

#if !defined(min) || !defined(max) || !defined(small) || !defined(interface) || !defined(check)
#error "a header of tidemark undefined a macro of the user"
#endif
