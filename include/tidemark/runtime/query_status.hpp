// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a query is at.

#include <string>

namespace tidemark {

// What a query is doing, for people.
struct query_status {
  std::string message;
  bool is_data_available = false;
  bool is_trigger_active = false;
};

}  // namespace tidemark
