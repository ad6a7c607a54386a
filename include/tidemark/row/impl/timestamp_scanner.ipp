// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of timestamp_scanner.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/civil_time.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/row/timestamp_scanner.hpp>

#include <cstdint>
#include <optional>

namespace tidemark {

TIDEMARK_INLINE std::optional<timestamp> parse_any_timestamp(time_text text) {
  while (!text.rest.empty() && text.rest.front() == ' ') text.rest.remove_prefix(1);
  while (!text.rest.empty() && text.rest.back() == ' ') text.rest.remove_suffix(1);
  civil_time civil;
  std::int64_t offset_seconds = 0;
  const bool is_negative = text.take('-');
  if (!is_negative) text.take('+');
  if (text.take_digits(civil.year, 6) < 4) return std::nullopt;
  if (is_negative) civil.year = -civil.year;
  if (text.take('-') && !text.take_two(civil.month)) return std::nullopt;
  if (text.take('-') && !text.take_two(civil.day)) return std::nullopt;
  if (text.rest.empty()) return timestamp_from(civil);
  if (!text.take('T') && !text.take(' ')) return std::nullopt;
  if (!text.take_two(civil.hour)) return std::nullopt;
  if (text.take(':') && !text.take_two(civil.minute)) return std::nullopt;
  if (text.take(':') && !text.take_two(civil.second)) return std::nullopt;
  if (text.take('.')) take_fraction(text, civil.micros);
  if (!text.rest.empty() && !take_zone(text, offset_seconds)) return std::nullopt;
  if (!text.rest.empty()) return std::nullopt;
  return timestamp_from(civil, offset_seconds);
}

}  // namespace tidemark
