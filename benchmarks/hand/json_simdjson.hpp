// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a good engineer writes with simdjson to get columns out of JSON lines: on demand, members in the order of the text.

#include <cstdint>
#include <string_view>

namespace hand {

// A sum over all columns read, which tells whether two readers saw the same.
struct checksum {
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;

  void add(std::uint64_t value) { sum = sum * 31 + value; }
  void add(std::string_view text) { add(text.empty() ? 0 : text.size() * 256 + static_cast<unsigned char>(text.back())); }

  friend bool operator==(const checksum&, const checksum&) = default;
};

// The text must be followed by 64 bytes that may be read.
checksum simdjson_views(std::string_view lines);        // user, page, time, count
checksum simdjson_views_owned(std::string_view lines);  // the same, into strings of the row's own
checksum simdjson_ads_three(std::string_view lines);    // ad_id, event_type, event_time
checksum simdjson_ads_seven(std::string_view lines);    // all seven
checksum simdjson_bids_three(std::string_view lines);   // auction, price, time
checksum simdjson_bids_seven(std::string_view lines);   // all seven

}  // namespace hand
