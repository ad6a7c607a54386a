// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Catch2, version 2 or 3, whichever is installed: the only way by which tests include it.

#ifdef TIDEMARK_STATIC_TEST
#error "this file was built as a test without Catch2, so its test cases would not run: configure again"
#endif

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
