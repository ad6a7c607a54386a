// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of timestamp_text.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/row/timestamp_scanner.hpp>
#include <tidemark/row/timestamp_text.hpp>

#include <optional>
#include <string_view>

namespace tidemark {

TIDEMARK_INLINE std::optional<timestamp> parse_timestamp(std::string_view text) {
  timestamp time;
  if (parse_usual_timestamp(text, time)) return time;
  return parse_any_timestamp({text});
}

}  // namespace tidemark
