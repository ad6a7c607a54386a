// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Runs the test cases of one executable. Its last line says how many passed and failed: tests/run adds these lines up.

#define CATCH_CONFIG_RUNNER
#include "catch2_any_version.hpp"

#include <iostream>

namespace {

#if __has_include(<catch2/catch_all.hpp>)
using listener = Catch::EventListenerBase;
#else
using listener = Catch::TestEventListenerBase;
#endif

struct counts : listener {
  using listener::listener;

  void testRunEnded(const Catch::TestRunStats& run) override {
    const auto& cases = run.totals.testCases;
    std::cout << "test cases: " << cases.passed << " passed, " << cases.failed << " failed" << std::endl;
  }
};
CATCH_REGISTER_LISTENER(counts)

}  // namespace

int main(int count, char* arguments[]) { return Catch::Session().run(count, arguments); }
