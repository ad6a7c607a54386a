// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The record of most cases, and what their tests use.

#include "engine_case.hpp"

#include <tidemark/tidemark.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

struct event {
  std::optional<tidemark::timestamp> time;
  std::optional<std::string> key;
  std::optional<std::int64_t> value;
};
BOOST_HANA_ADAPT_STRUCT(event, time, key, value);

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;
using engine_cases::case_sources;
using engine_cases::run_case;
using engine_cases::run_failing_case;
