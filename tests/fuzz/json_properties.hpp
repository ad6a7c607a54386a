// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What must hold for any bytes given to the JSON reader, and random bytes to try it with.

#include "fuzz/changed_texts.hpp"

#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/record.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

struct inner {
  std::int32_t x{};
  std::optional<std::string> y;
};

struct record {
  std::optional<std::string> s;
  std::optional<std::int64_t> i;
  std::optional<double> d;
  std::optional<bool> b;
  std::optional<tidemark::timestamp> t;
  std::optional<std::vector<std::optional<float>>> l;
  std::optional<std::map<std::string, std::uint8_t>> m;
  std::optional<inner> o;
  std::optional<tidemark::time_window> w;
};

}  // namespace fuzz

BOOST_HANA_ADAPT_STRUCT(fuzz::inner, x, y);
BOOST_HANA_ADAPT_STRUCT(fuzz::record, s, i, d, b, t, l, m, o, w);

namespace fuzz {

template <class T>
std::string json(const T& value) {
  std::string text;
  tidemark::write_json(text, value);
  return text;
}

// Readers that have seen other texts before; what they remember must not show.
class json_properties {
 public:
  // The first property that does not hold for a text; empty: all do.
  std::string_view broken_by(std::string_view text) {
    using namespace tidemark;
    // Copied to its size, so that a read beyond the end is found by the address sanitizer.
    const std::vector<char> exact(text.begin(), text.end());
    text = {exact.data(), exact.size()};

    record fresh_row;
    const bool is_read = json_reader<record>{}.read(text, fresh_row);
    record row;
    if (warm_.read(text, row) != is_read) return "a reader that remembers judges otherwise than a fresh one";
    if (is_read && json(row) != json(fresh_row)) return "a reader that remembers reads otherwise than a fresh one";
    const bool is_skipped = skipping_.read(text, row);
    if (is_read && !is_skipped) return "what is read is refused when it is skipped";
    if (!is_read && is_skipped && warm_.why().is_about_text) return "what is skipped is refused for its form when it is read";
    if (!is_read && warm_.why().position > text.size()) return "the place of what is wrong lies behind the text";
    if (text.find('\n') == std::string_view::npos &&
        (warm_.read_line(text.data(), text.data() + text.size(), row) != nullptr) != is_read)
      return "a line is judged otherwise than a text";

    record partial;
    if (warm_.read_what_fits(text, partial) != is_read) return "reading what fits judges otherwise";
    if (is_read && json(partial) != json(fresh_row)) return "reading what fits reads otherwise";
    if (!is_read) return {};

    const std::string written = json(fresh_row);
    record again;
    if (!warm_.read(written, again)) return "what was written is not read";
    if (json(again) != written) return "what was written is read as something else";
    return {};
  }

 private:
  tidemark::json_reader<record> warm_;
  tidemark::json_reader<record, tidemark::name_list<>> skipping_;
};

inline constexpr std::string_view good_json[] = {
    R"({"s":"text","i":-12,"d":1.5e3,"b":true,"t":"2026-01-05T10:00:00.123Z","l":[1,null,2.5],"m":{"k":200},"o":{"x":1,"y":"z"},)"
    R"("w":{"start":"2026-01-05T10:00:00Z","end":"2026-01-05T10:05:00Z"}})",
    R"( { "i" : 9223372036854775807 , "s" : "\u00e9\ud83d\ude00\n\"" , "more" : [ { } , [ ] , [ [ 1 ] ] ] } )",
    R"({"d":"NaN","s":{"a":[1,2,{"b":null}]},"l":[],"m":{},"b":false,"i":null})",
    R"({"s":"é€😀 and a text of more than sixteen bytes","d":-0.0,"t":"1969-12-31 23:59:59.999999+01:00"})",
    R"({"o":{"y":null,"x":-2147483648},"o":{"x":5},"d":123456789012345678901234567890,"unknown":"skipped"})",
    "{}",
};
inline constexpr std::string_view pieces_of_json[] = {
    "{",      "}",        "[",           "]",      ",", ":",    "\"", "\\", "\\u",  "\\ud800",  "null",
    "true",   "-",        "0",           "1e",     ".", "e308", " ",  "\n", "\xff", "\xe2\x82", "\xf0\x9f\x98\x80",
    "\"s\":", ",\"i\":1", "99999999999", "\"NaN\""};

// Texts that are nearly JSON.
class json_texts : public changed_texts {
 public:
  explicit json_texts(std::uint64_t seed) : changed_texts(seed, good_json, pieces_of_json) {}
};

}  // namespace fuzz
