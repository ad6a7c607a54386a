// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSON objects written member by member, for what the runtime reports.

#include <tidemark/formats/json_escape.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/timestamp.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

// "2026-01-05T10:00:10.000Z"
std::string text_of_millis(std::int64_t millis);

// Is `text` one JSON value and nothing else?
bool is_json(std::string_view text);

// Members appear in the order in which they are added.
class json_object {
 public:
  void add_json(std::string_view key, std::string_view json) { named(key) += json; }
  void add(std::string_view key, std::string_view text) { append_json_string(named(key), text); }
  void add(std::string_view key, std::int64_t number) { append_number(named(key), number); }

  // Rounded half up to one digit behind the point; left out when it is no finite number.
  void add_rate(std::string_view key, double rate);

  // As JSON if it is some, else as text; null when there is none.
  void add_offset(std::string_view key, const std::optional<std::string>& offset);

  // By key; left out when empty.
  template <class Value>
  void add(std::string_view key, const std::map<std::string, Value>& members) {
    if (members.empty()) return;
    json_object nested;
    for (const auto& [name, value] : members) nested.add(name, value);
    add_json(key, nested.text());
  }

  // A list of what has a member json().
  template <class Items>
  void add_list(std::string_view key, const Items& items) {
    std::string& out = named(key);
    out += '[';
    bool is_first = true;
    for (const auto& item : items) {
      if (!is_first) out += ',';
      is_first = false;
      out += item.json();
    }
    out += ']';
  }

  std::string text() const { return text_ + "}"; }

 private:
  std::string& named(std::string_view key);

  std::string text_ = "{";
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/json_object.ipp>
#endif
