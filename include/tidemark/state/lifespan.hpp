// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How long what is written to a state variable lives.

#include <chrono>
#include <cstdint>
#include <limits>

namespace tidemark {

// As a template argument: value_state<visit, 24h>. In whole milliseconds.
struct lifespan {
  std::int64_t millis = (std::numeric_limits<std::int64_t>::max)();

  constexpr lifespan() = default;
  template <class Rep, class Period>
  constexpr lifespan(std::chrono::duration<Rep, Period> time)  // NOLINT(google-explicit-constructor): so that 24h is one
      : millis(std::chrono::floor<std::chrono::milliseconds>(time).count()) {}

  constexpr bool ends() const { return millis != lifespan().millis; }
};

inline constexpr lifespan forever{};

}  // namespace tidemark
