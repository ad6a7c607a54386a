// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The 24-byte row of the hand-written programs.

#include <cstdint>

namespace hand {

struct event {
  std::int64_t key;
  std::int64_t time;
  std::int64_t value;
};

}  // namespace hand
