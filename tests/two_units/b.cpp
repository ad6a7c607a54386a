// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The other unit of two that include everything, from last to first.

#include "all_headers_reversed.hpp"

#include "pipeline.hpp"

namespace two_units {

std::vector<std::int64_t> run_in_b() { return run(); }
const void* type_in_b() { return type(); }
const void* registry_in_b() { return registry(); }

}  // namespace two_units
