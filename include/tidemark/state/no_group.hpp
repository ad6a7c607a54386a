// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The group of what never ends: all keys in one table.

namespace tidemark {

// The group of state that never ends: there is one table.
struct no_group {
  friend constexpr bool operator==(no_group, no_group) = default;
};

}  // namespace tidemark
