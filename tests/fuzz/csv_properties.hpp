// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What must hold for any bytes given to the CSV reader, and random bytes to try it with.

#include "fuzz/changed_texts.hpp"

#include <tidemark/formats/csv_lines.hpp>
#include <tidemark/row/record.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

struct csv_record {
  std::optional<std::string> s;
  std::optional<std::int32_t> i;
  std::string_view v;
  std::optional<double> d;
  std::optional<tidemark::timestamp> t;
};

}  // namespace fuzz

BOOST_HANA_ADAPT_STRUCT(fuzz::csv_record, s, i, v, d, t);

namespace fuzz {

// What a reader made of a text: its rows as text, and how many lines it dropped.
struct csv_reading {
  std::string rows;
  std::int64_t dropped = 0;
  std::size_t count = 0;
};

class csv_properties {
 public:
  // The first property that does not hold for a text; empty: all do.
  std::string_view broken_by(std::string_view text) {
    for (const auto& form : forms())
      if (const auto broken = broken_in(form, text); !broken.empty()) return broken;
    return {};
  }

 private:
  using every = tidemark::fields_of<csv_record>::names;

  static const std::vector<tidemark::csv_options>& forms() {
    static const std::vector<tidemark::csv_options> all{
        {}, {.delimiter = ';', .quote = '\'', .escape = '\\', .comment = '#', .null_text = "NA"}};
    return all;
  }

  // Cut behind newlines, so that a piece has at least so many bytes. Each piece is copied to its size, so that a read beyond
  // its end is found by the address sanitizer.
  template <class Columns>
  static csv_reading read(const tidemark::csv_options& form, std::string_view text, std::size_t piece_size) {
    const tidemark::csv_lines format(form);
    auto lines = format.reader<csv_record, Columns, tidemark::malformed::drop>();
    csv_reading reading;
    for (std::size_t at = 0; at == 0 || at < text.size();) {
      const std::size_t newline = text.size() - at > piece_size ? text.find('\n', at + piece_size) : std::string_view::npos;
      const std::size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
      const std::vector<char> piece(text.begin() + static_cast<std::ptrdiff_t>(at),
                                    text.begin() + static_cast<std::ptrdiff_t>(end));
      if (at == 0) lines.open({piece.data(), piece.size()});
      else lines.go_on({piece.data(), piece.size()});
      reading.count += lines.read(static_cast<std::size_t>(-1),
                                  [&](const csv_record& row) { format.append<csv_record>(reading.rows, row); });
      at = end == 0 ? 1 : end;
    }
    reading.dropped = lines.dropped();
    return reading;
  }

  static std::string_view broken_in(const tidemark::csv_options& form, std::string_view text) {
    const auto whole = read<every>(form, text, static_cast<std::size_t>(-1));
    for (const std::size_t size : {0u, 7u, 20u}) {
      const auto cut = read<every>(form, text, size);
      if (cut.rows != whole.rows || cut.dropped != whole.dropped) return "a text that is cut behind newlines is read otherwise";
    }
    const auto skipped = read<tidemark::name_list<"i">>(form, text, static_cast<std::size_t>(-1));
    if (skipped.count < whole.count) return "what is read is refused when columns of it are skipped";
    if (skipped.count + static_cast<std::size_t>(skipped.dropped) != whole.count + static_cast<std::size_t>(whole.dropped))
      return "what is nothing depends on the columns";
    const auto again = read<every>(form, whole.rows, static_cast<std::size_t>(-1));
    if (again.dropped != 0) return "what was written is not read";
    if (again.rows != whole.rows) return "what was written is read as something else";
    return {};
  }
};

inline constexpr std::string_view good_csv[] = {
    "text,-12,view,1.5e3,2026-01-05T10:00:00.123Z\n,,,,\n",
    "\"quoted, \"\"text\"\"\",7,\"v\",NaN,1970-01-01\r\n\"\",\"+1\",é€😀 and more than sixteen bytes,,\r\n",
    "'it\\'s; \\\\';NA;'v';-0.0;NA\n# comment\n\n'NA';1;#;1;2026\n", "a,1,b,2,2026\nc,many,d,3,2026\ne,4\nf,5,g,6,2026,h\n",
    ""};
inline constexpr std::string_view pieces_of_csv[] = {",",        ";",
                                                     "\"",       "\"\"",
                                                     "'",        "\\",
                                                     "\\'",      "\n",
                                                     "\r",       "#",
                                                     " ",        "\t",
                                                     "NA",       "\xff",
                                                     "\xe2\x82", "\xf0\x9f\x98\x80",
                                                     "0",        "\"\n",
                                                     "\r\n",     "99999999999",
                                                     "1e400",    std::string_view("\0", 1)};

// Texts that are nearly CSV.
class csv_texts : public changed_texts {
 public:
  explicit csv_texts(std::uint64_t seed) : changed_texts(seed, good_csv, pieces_of_csv) {}
};

}  // namespace fuzz
