// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of json_object.hpp.

#include <tidemark/form.hpp>
#include <tidemark/formats/json_escape.hpp>
#include <tidemark/formats/json_input.hpp>
#include <tidemark/formats/json_skip.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/row/timestamp_text.hpp>
#include <tidemark/runtime/json_object.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

TIDEMARK_INLINE std::string text_of_millis(std::int64_t millis) {
  std::string text;
  append_timestamp(text, timestamp::from_millis(millis));
  return text;
}

TIDEMARK_INLINE bool is_json(std::string_view text) {
  const char* const end = text.data() + text.size();
  json_input in{.end = end};
  const char* at = skip_value(in, in.skip_space(text.data()));
  return at != nullptr && in.skip_space(at) == end;
}

TIDEMARK_INLINE void json_object::add_rate(std::string_view key, double rate) {
  if (std::isfinite(rate)) append_number(named(key), std::floor(rate * 10 + 0.5) / 10);
}

TIDEMARK_INLINE void json_object::add_offset(std::string_view key, const std::optional<std::string>& offset) {
  if (!offset) add_json(key, "null");
  else if (is_json(*offset)) add_json(key, *offset);
  else add(key, *offset);
}

TIDEMARK_INLINE std::string& json_object::named(std::string_view key) {
  if (text_.size() > 1) text_ += ',';
  append_json_string(text_, key);
  return text_ += ':';
}

}  // namespace tidemark
