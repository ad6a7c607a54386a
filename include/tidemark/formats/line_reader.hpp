// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Records out of a text with one on each line, with a policy for those that cannot be read.

#include <tidemark/formats/malformed.hpp>
#include <tidemark/formats/text.hpp>
#include <tidemark/row/row.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// What a line reader asks of the reader of its format: `read_line` takes the record of the line that starts at a place and
// returns where the next line starts, or nullptr; `why()` says what was wrong.
template <class Reader>
concept LineFormat = Row<typename Reader::row> && requires(Reader& reader, const char* at, typename Reader::row& into) {
  { reader.read_line(at, at, into) } -> std::same_as<const char*>;
  { reader.read_what_fits(std::string_view{}, into) } -> std::same_as<bool>;
  Reader::clear(into);
  { reader.why() } -> std::convertible_to<const malformed_record&>;
};

// Reads the lines of one text after the other into one record, which is used again: it is valid until `f` returns. Blank lines
// are passed over, and so is an empty list, as Spark does. A failed read leaves the reader at the next line.
//   line_reader<json_reader<view>> lines;
//   lines.open(text, "views/1.json");
//   while (lines.read(1000, [&](const view& v) { total += v.views; }) == 1000) continue;
template <LineFormat Reader, class Policy = malformed::fail>
class line_reader {
  static_assert(is_malformed_policy<Policy>,
                "tidemark malformed_policy_unknown: that is no policy for records that cannot be read; use malformed::fail, "
                "malformed::drop or malformed::keep_in<\"column\">");
  static_assert(kept_text_has_a_column<typename Reader::row, Policy>,
                "tidemark kept_text_needs_a_column: the text of records that cannot be read has no column to go to; add a "
                "std::optional<std::string> of that name to the record");
  static_assert(!kept_text_has_a_column<typename Reader::row, Policy> ||
                    other_columns_can_be_null<typename Reader::row, Policy>,
                "tidemark kept_text_needs_nullable_columns: a record that cannot be read leaves the other columns null, and "
                "one of them cannot be; make each a std::optional, or choose malformed::drop");

 public:
  using row = typename Reader::row;

  // Reads from `text` from now on, which must outlive the reading. `file` is named in errors.
  void open(std::string_view text, std::string file = {}) {
    at_ = without_byte_order_mark(text).data();
    end_ = text.data() + text.size();
    file_ = std::move(file);
    line_ = 0;
  }

  // Goes on with a further piece of the same text, which starts with a line. Requires: the piece before was read to its end.
  void go_on(std::string_view text) {
    at_ = text.data();
    end_ = text.data() + text.size();
  }

  // Calls `f(record)` for at most `most` records and returns for how many; fewer than `most`: the text is at its end.
  template <class F>
  std::size_t read(std::size_t most, F&& f) {
    std::size_t count = 0;
    while (count < most && at_ != end_) {
      ++line_;
      const char* const start = at_;
      const char* const next = reader_.read_line(start, end_, record_);
      if (next != nullptr) [[likely]] {
        at_ = next;
        if constexpr (column_kept_by<Policy>::exists) tidemark::get<column_kept_by<Policy>::key>(record_).reset();
      } else if (!is_kept(start)) {
        continue;
      }
      f(std::as_const(record_));
      ++count;
    }
    return count;
  }

  // Records dropped so far.
  std::int64_t dropped() const { return dropped_; }

  // The line last read, from 1.
  std::int64_t line() const { return line_; }

 private:
  // What becomes of a line that was not read: whether there is a record all the same.
  [[gnu::cold, gnu::noinline]] bool is_kept(const char* start) {
    line_scanner rest({start, static_cast<std::size_t>(end_ - start)});
    std::string_view line;
    rest.next(line);
    at_ = end_ - rest.rest().size();
    if (is_blank(line)) return false;
    if constexpr (column_kept_by<Policy>::exists) {
      reader_.clear(record_);
      if (!reader_.read_what_fits(line, record_) && reader_.why().is_about_text) reader_.clear(record_);
      tidemark::get<column_kept_by<Policy>::key>(record_) = line;
      return true;
    } else if constexpr (std::is_same_v<Policy, malformed::drop>) {
      ++dropped_;
      return false;
    } else {
      throw_malformed(reader_.why(), file_, line_);
    }
  }

  static bool is_blank(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return true;
    const std::size_t second = line.find_first_not_of(" \t\r", first + 1);
    return line[first] == '[' && second != std::string_view::npos && line[second] == ']' &&
           line.find_first_not_of(" \t\r", second + 1) == std::string_view::npos;
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::int64_t line_ = 0;
  std::int64_t dropped_ = 0;
  std::string file_;
  Reader reader_;
  row record_{};
};

}  // namespace tidemark
