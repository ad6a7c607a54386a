// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Changes of one state between two versions, as bytes: what a store takes, and what a delta or snapshot file holds.

#include <tidemark/row/byte_order.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// Takes the records of a change set, or the content of an image.
class change_reader {
 public:
  change_reader() = default;
  change_reader(const change_reader&) = delete;
  change_reader& operator=(const change_reader&) = delete;
  virtual ~change_reader() = default;

  virtual void put(std::string_view key, std::string_view value) = 0;
  virtual void erase(std::string_view key) = 0;
  // All keys that start with a prefix of the same length at or below this one: an evicted group of windows.
  virtual void erase_through(std::string_view prefix) = 0;
};

// Writes bytes by appending them: `[&](std::string& out) { key_codec<K>::encode(out, key); }`.
template <class F>
concept ByteWriter = std::invocable<F&, std::string&>;

// Records in the order in which they are to be applied; a later one wins. A record is a head, the bytes of a key or prefix,
// and, for a put, the length and the bytes of the value. The head is the length of the key times four plus the kind of record;
// heads and lengths are in groups of seven bits (row/byte_order.hpp), so a key of up to 31 bytes costs one byte.
class change_set {
 public:
  void put(std::string_view key, std::string_view value) {
    put([&](std::string& out) { out.append(key); }, [&](std::string& out) { out.append(value); });
  }
  template <ByteWriter Key, ByteWriter Value>
  void put(Key&& key, Value&& value) {
    add_sized(put_record, key);
    ++count_;
    add_sized(0, value, 0);
  }

  void erase(std::string_view key) {
    erase([&](std::string& out) { out.append(key); });
  }
  template <ByteWriter Key>
  void erase(Key&& key) {
    add_sized(erase_record, key);
    ++count_;
  }

  void erase_through(std::string_view prefix) {
    erase_through([&](std::string& out) { out.append(prefix); });
  }
  template <ByteWriter Prefix>
  void erase_through(Prefix&& prefix) {
    add_sized(erase_through_record, prefix);
    ++count_;
  }

  void clear() {
    bytes_.clear();
    count_ = 0;
  }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  bool empty() const { return bytes_.empty(); }
  std::size_t count() const { return count_; }  // of records
  std::string_view bytes() const { return bytes_; }

  // On disk: do not renumber.
  static constexpr std::uint64_t put_record = 1;
  static constexpr std::uint64_t erase_record = 2;
  static constexpr std::uint64_t erase_through_record = 3;

 private:
  // What `write` appends, behind its length: one byte is left for that, more are made when it turns out to be long.
  template <class Writer>
  void add_sized(std::uint64_t kind, Writer& write, unsigned kind_bits = 2) {
    const std::size_t start = bytes_.size();
    bytes_.push_back('\0');
    write(bytes_);
    const std::uint64_t head = static_cast<std::uint64_t>(bytes_.size() - start - 1) << kind_bits | kind;
    const std::size_t head_size = length_bytes(head);
    if (head_size > 1) bytes_.insert(start, head_size - 1, '\0');
    write_length(bytes_.data() + start, head);
  }

  std::string bytes_;
  std::size_t count_ = 0;
};

// One record of a change set: of which kind, and parts of the bytes that it was taken from. Only a put has a value.
struct change_record {
  std::uint64_t kind;
  std::string_view key;  // or the prefix of erase_through
  std::string_view value;
};

// Takes the record that begins at `from`. Throws error state_damaged if no whole record does.
change_record take_record(const char*& from, const char* end);

// Gives the records in `bytes` to `into`, in order. Throws error state_damaged if they are no whole records.
void replay(std::string_view bytes, change_reader& into);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/state/impl/change_set.ipp>
#endif
