// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// On demand, simdjson uses the best instructions only where the compiler may too: build this file with -march=native.

#include "json_simdjson.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include <simdjson.h>

namespace hand {
namespace {

using object = simdjson::ondemand::object;

std::string_view text_of(object& record, std::string_view key) { return record.find_field(key).get_string().value(); }
std::uint64_t number_of(object& record, std::string_view key) {
  return static_cast<std::uint64_t>(record.find_field(key).get_int64().value());
}

// "2026-01-05T10:00:00.123Z" of this century, unchecked, as microseconds since 1970.
std::uint64_t time_of(object& record, std::string_view key) {
  const std::string_view text = text_of(record, key);
  const auto two = [&](std::size_t i) { return static_cast<std::uint64_t>((text[i] - '0') * 10 + (text[i + 1] - '0')); };
  constexpr std::uint64_t days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  const std::uint64_t year = two(2);
  const std::uint64_t month = two(5);
  const std::uint64_t leap_day = year % 4 == 0 && month > 2 ? 1 : 0;
  const std::uint64_t days = 10957 + year * 365 + (year + 3) / 4 + days_before[month - 1] + leap_day + two(8) - 1;
  const std::uint64_t seconds = ((days * 24 + two(11)) * 60 + two(14)) * 60 + two(17);
  return (seconds * 1000 + two(20) * 10 + static_cast<std::uint64_t>(text[22] - '0')) * 1000;
}

template <class Record>
checksum read_lines(std::string_view lines, Record read) {
  static simdjson::ondemand::parser parser;
  checksum result;
  // Batches that fit in the cache; a document may not be larger than one.
  simdjson::ondemand::document_stream documents = parser.iterate_many(lines.data(), lines.size(), std::size_t{1} << 17);
  for (auto document : documents) {
    object record = document.get_object().value();
    read(record, result);
    ++result.rows;
  }
  return result;
}

}  // namespace

checksum simdjson_views(std::string_view lines) {
  return read_lines(lines, [](object& record, checksum& result) {
    result.add(text_of(record, "user"));
    result.add(text_of(record, "page"));
    result.add(time_of(record, "time"));
    result.add(number_of(record, "count"));
  });
}

checksum simdjson_views_owned(std::string_view lines) {
  std::string user;
  std::string page;
  return read_lines(lines, [&](object& record, checksum& result) {
    user = text_of(record, "user");
    page = text_of(record, "page");
    result.add(user);
    result.add(page);
    result.add(time_of(record, "time"));
    result.add(number_of(record, "count"));
  });
}

checksum simdjson_ads_three(std::string_view lines) {
  return read_lines(lines, [](object& record, checksum& result) {
    result.add(text_of(record, "ad_id"));
    result.add(text_of(record, "event_type"));
    result.add(number_of(record, "event_time"));
  });
}

checksum simdjson_ads_seven(std::string_view lines) {
  return read_lines(lines, [](object& record, checksum& result) {
    result.add(text_of(record, "user_id"));
    result.add(text_of(record, "page_id"));
    result.add(text_of(record, "ad_id"));
    result.add(text_of(record, "ad_type"));
    result.add(text_of(record, "event_type"));
    result.add(number_of(record, "event_time"));
    result.add(text_of(record, "ip_address"));
  });
}

checksum simdjson_bids_three(std::string_view lines) {
  return read_lines(lines, [](object& record, checksum& result) {
    result.add(number_of(record, "auction"));
    result.add(number_of(record, "price"));
    result.add(time_of(record, "time"));
  });
}

checksum simdjson_bids_seven(std::string_view lines) {
  return read_lines(lines, [](object& record, checksum& result) {
    result.add(number_of(record, "auction"));
    result.add(number_of(record, "bidder"));
    result.add(number_of(record, "price"));
    result.add(text_of(record, "channel"));
    result.add(text_of(record, "url"));
    result.add(time_of(record, "time"));
    result.add(text_of(record, "extra"));
  });
}

}  // namespace hand
