// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// When a static table is read: at the start, or again while the query runs.

#include <chrono>
#include <cstdint>
#include <optional>

namespace tidemark {

// `every_ms` empty: once, when the query starts. Zero: before every batch. Else before the first batch that comes at least so
// long after the one for which it was read last, by the time of batches.
struct table_refresh {
  std::optional<std::int64_t> every_ms;
};

inline constexpr table_refresh read_once{};
inline constexpr table_refresh read_every_batch{0};

template <class Rep, class Period>
constexpr table_refresh refresh_every(std::chrono::duration<Rep, Period> interval) {
  return {std::chrono::ceil<std::chrono::milliseconds>(interval).count()};
}

}  // namespace tidemark
