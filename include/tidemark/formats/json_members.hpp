// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reading the members of a JSON object into columns, whatever the record: the type-free loop of the reader.
//
// Records of one source look alike: member i + 1 follows member i as it did in the last record. So what stands between two
// values (`,"page": `) is remembered, with what followed it; one comparison then replaces comma, quotes, key and colon. A text
// that is not as remembered is read as JSON, and remembered. One thread at a time.

#include <tidemark/formats/byte_scan.hpp>
#include <tidemark/formats/json_input.hpp>
#include <tidemark/formats/json_skip.hpp>
#include <tidemark/formats/json_string.hpp>

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// How one column is read: from `at` into the record behind the pointer.
struct json_column {
  std::string_view name;
  const char* (*read)(json_input& in, const char* at, void* record);
};

// The columns of one record type that are asked for.
struct json_columns {
  const json_column* first;
  std::size_t size;

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // The column called `name`, looked for from `guess` on.
  std::size_t find(std::string_view name, std::size_t guess) const {
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t candidate = guess + i < size ? guess + i : guess + i - size;
      if (first[candidate].name == name) return candidate;
    }
    return none;
  }
};

// What stood before a value, up to its first character, and which value that is. One cache line.
struct alignas(64) json_lead : known_text {
  static constexpr std::uint32_t skipped = static_cast<std::uint32_t>(-1);  // of no column
  static constexpr std::uint32_t closing = static_cast<std::uint32_t>(-2);  // the closing bracket: no value follows

  std::uint32_t column = skipped;
  std::uint32_t next = 0;  // what followed last time
};

// What the reader remembers of the order of members in one kind of record.
class json_order {
 public:
  static constexpr std::uint32_t start = 0;      // before the record
  static constexpr std::uint32_t not_known = 1;  // a lead too long or too rare to remember
  static constexpr std::size_t most_leads = 1024;

  json_order() : leads_(2) {}

  json_lead& operator[](std::uint32_t lead) { return leads_[lead]; }

  // Remembers a lead and returns its number.
  [[gnu::noinline]] std::uint32_t learn(std::string_view text, std::uint32_t column) {
    const bool fits = text.size() <= known_text::capacity;
    for (std::uint32_t i = 2; fits && i < leads_.size(); ++i)
      if (std::string_view(leads_[i].bytes, leads_[i].size) == text) return i;
    if (!fits || leads_.size() == most_leads) {
      leads_[not_known].column = column;
      return not_known;
    }
    leads_.emplace_back().assign(text.data(), text.size());
    leads_.back().column = column;
    return static_cast<std::uint32_t>(leads_.size() - 1);
  }

 private:
  std::vector<json_lead> leads_;
};

// What a reader keeps from record to record: orders by kind of record, nested ones too, and room for resolved texts.
class json_memory {
 public:
  json_order& order_of(const json_column* columns) {
    for (known_order& known : orders_)
      if (known.columns == columns) return known.order;
    orders_.push_front({columns, {}});
    return orders_.front().order;
  }

  std::string unescaped;

 private:
  struct known_order {
    const json_column* columns;
    json_order order;
  };
  std::forward_list<known_order> orders_;  // whose addresses stay, while a nested record adds its own
};

// Reads a lead as JSON: whitespace, bracket or comma, key, colon, whitespace. `lead` is where it is remembered.
[[gnu::noinline]] inline const char* read_lead(json_input& in, const char* at, const json_columns& columns, json_order& order,
                                               bool is_first, std::size_t guess, std::uint32_t& lead) {
  const char* const start = at;
  at = in.to_next(at);
  if (is_first && in.ends_at(at)) return in.fail(at, json_problem::ends_early);
  if (is_first && *at != '{') {
    const bool may_be_null = in.depth > 1;  // a column; never the whole text
    return may_be_null || skip_value(in, at) == nullptr ? fail_on_value(in, at, json_problem::not_object)
                                                        : in.fail(at, json_problem::not_object);
  }
  const bool closes = in.has(is_first ? in.to_next(at + 1) : at, '}');
  if (closes) {
    at = (is_first ? in.to_next(at + 1) : at) + 1;
    lead = order.learn({start, static_cast<std::size_t>(at - start)}, json_lead::closing);
    return at;
  }
  if (!is_first && !in.has(at, ',')) return in.fail_at_unexpected(at);
  at = in.to_next(at + 1);
  if (!in.has(at, '"')) return in.fail_at_unexpected(at);
  std::string key;
  if ((at = read_string(in, at, key)) == nullptr) return nullptr;
  at = in.to_next(at);
  if (!in.has(at, ':')) return in.fail_at_unexpected(at);
  at = in.to_next(at + 1);
  const std::size_t column = columns.find(key, guess);
  lead = order.learn({start, static_cast<std::size_t>(at - start)},
                     column == json_columns::none ? json_lead::skipped : static_cast<std::uint32_t>(column));
  return at;
}

// Makes a column null that is missing or does not fit; false: it cannot be.
inline bool make_null(const json_column& column, void* record) {
  static constexpr char null[5] = "null";
  json_input in;
  in.end = null + 4;
  return column.read(in, null, record) != nullptr;
}

// Reads the value of a column. One that does not fit becomes null, if `in` keeps going and it can be.
[[gnu::cold, gnu::noinline]] inline const char* pass_unfit(json_input& in, const char* at, const json_column& column,
                                                           void* record) {
  if (in.column.empty()) in.column = column.name;
  if (!in.keeps_going || is_about_text(in.problem)) return nullptr;
  const json_problem first = in.problem;
  in.problem = json_problem::none;  // so that a fault of the text is seen
  const char* const place = in.place;
  at = skip_value(in, at);
  if (at == nullptr) return nullptr;
  in.problem = first;
  in.place = place;
  return make_null(column, record) ? at : nullptr;
}

// Reads an object's members into `record`. `seen` has a zero for each column. A member given twice: the last counts; one that
// no column asks for: skipped; a column without a member: null.
inline const char* read_members(json_input& in, const char* at, const json_columns& columns, json_order& order,
                                unsigned char* seen, void* record) {
  const char* const start = at;
  const std::uint16_t depth = in.depth;
  std::size_t found = 0;
  std::size_t guess = 0;
  for (std::uint32_t lead = json_order::start;;) {
    std::uint32_t next = order[lead].next;
    if (order[next].is_at(at, in.end)) [[likely]] {
      at += order[next].size;
    } else {
      at = read_lead(in, at, columns, order, lead == json_order::start, guess, next);
      if (at == nullptr) return nullptr;
      order[lead].next = next;
    }
    const std::uint32_t column = order[next].column;
    if (column == json_lead::closing) break;
    lead = next;
    at = in.to_next(at);
    if (in.ends_at(at)) [[unlikely]]
      return in.fail(at, json_problem::ends_early);
    if (column == json_lead::skipped) {
      if ((at = skip_value(in, at)) == nullptr) return nullptr;
      continue;
    }
    const char* const value = at;
    at = columns.first[column].read(in, value, record);
    if (at == nullptr) [[unlikely]] {
      in.depth = depth;
      at = pass_unfit(in, value, columns.first[column], record);
      if (at == nullptr) return nullptr;
    }
    found += seen[column] ^ 1u;
    seen[column] = 1;
    guess = column + 1 < columns.size ? column + 1 : 0;
  }
  for (std::size_t i = 0; found < columns.size && i < columns.size; ++i) {
    if (seen[i] != 0) continue;
    if (make_null(columns.first[i], record)) continue;
    if (in.column.empty()) in.column = columns.first[i].name;
    return in.fail(start, json_problem::is_null);
  }
  return at;
}

}  // namespace tidemark
