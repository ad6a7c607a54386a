// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows of state variables in an image: their keys, and those of rows that go.

#include <tidemark/row/codec.hpp>
#include <tidemark/state/change_set.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// Keys of the image to be erased, one behind the other.
class erased_keys {
 public:
  template <ByteWriter Writer>
  void erase(Writer&& write) {
    write(bytes_);
    ends_.push_back(bytes_.size());
  }
  void for_each(auto&& f) const {
    std::size_t start = 0;
    for (const std::size_t end : ends_) {
      f(std::string_view(bytes_).substr(start, end - start));
      start = end;
    }
  }
  void clear() {
    bytes_.clear();
    ends_.clear();
  }

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

// Writes the rows of one variable of one key: in front stands the number of the variable, then the key.
template <class Into, class Key>
class variable_rows {
 public:
  variable_rows(Into& into, char number, const Key& key) : into_(&into), number_(number), key_(&key) {}

  void put(auto&& value) {
    put([](std::string& /*out*/) {}, value);
  }
  void put(auto&& rest_of_key, auto&& value) {
    into_->put([&](std::string& out) { whole(out, rest_of_key); }, value);
  }
  void erase() {
    erase([](std::string& /*out*/) {});
  }
  void erase(auto&& rest_of_key) {
    into_->erase([&](std::string& out) { whole(out, rest_of_key); });
  }

 private:
  void whole(std::string& out, auto& rest_of_key) const {
    out += number_;
    key_codec<Key>::encode(out, *key_);
    rest_of_key(out);
  }

  Into* into_;
  char number_;
  const Key* key_;
};

}  // namespace tidemark
