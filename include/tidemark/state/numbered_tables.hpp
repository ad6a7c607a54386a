// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Several tables in one: apart by their numbers, which stand in front of the keys of each where they are written.

#include <tidemark/state/change_set.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace tidemark {

template <std::size_t Number, class Table>
struct numbered_table {
  Table table;
};

template <class Numbers, class... Tables>
struct numbered_tables;
template <std::size_t... Numbers, class... Tables>
struct numbered_tables<std::index_sequence<Numbers...>, Tables...> : numbered_table<Numbers, Tables>... {
  // Calls f(table, number).
  void for_each(auto&& f) { (f(static_cast<numbered_table<Numbers, Tables>&>(*this).table, Numbers), ...); }
  void for_each(auto&& f) const { (f(static_cast<const numbered_table<Numbers, Tables>&>(*this).table, Numbers), ...); }
};

template <std::size_t Number, class Table>
Table& table_at(numbered_table<Number, Table>& one) {
  return one.table;
}

// Writes into a change set with the number of a table in front of each key.
class numbered_changes {
 public:
  numbered_changes(change_set& into, char number) : into_(&into), number_(number) {}

  template <ByteWriter Key, ByteWriter Value>
  void put(Key&& key, Value&& value) {
    into_->put([&](std::string& out) { key(out += number_); }, value);
  }
  template <ByteWriter Key>
  void erase(Key&& key) {
    into_->erase([&](std::string& out) { key(out += number_); });
  }

 private:
  change_set* into_;
  char number_;
};

}  // namespace tidemark
