// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// One unit of two that include everything, from first to last, and build the same pipeline.

#include "all_headers.hpp"
// Once more: every header may be included twice.
#include "all_headers.hpp"

#include "pipeline.hpp"

#include <cstdio>

int main() {
  const bool is_same_type = two_units::type() == two_units::type_in_b();
  const bool is_same_registry = two_units::registry() == two_units::registry_in_b();
  const auto here = two_units::run();
  const auto there = two_units::run_in_b();
  const bool is_right = here == std::vector<std::int64_t>{3, 5} && here == there;
  if (!is_same_type) std::puts("the pipeline has another type in the other unit");
  if (!is_same_registry) std::puts("the other unit has a registry of queries of its own");
  if (!is_right) std::puts("the pipelines did not give 3, 5 in both units");
  return is_same_type && is_same_registry && is_right ? 0 : 1;
}
