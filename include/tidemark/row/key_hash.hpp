// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The fixed hash of an encoded key, by which rows find their partition.
//
// State on disk depends on it: the same on every platform and for ever. Defined, with test vectors, in row/README.md. The
// tables in memory use another hash: with this one all keys of a partition would share bits.

#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/key_codec.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tidemark {

// Takes the bytes of an encoded key in pieces of any size; what is hashed are its 8-byte little-endian words, the last one
// filled with zeros, and its length. Takes the place of a string in `key_codec<T>::encode`, so that no bytes need be kept.
class key_hasher {
 public:
  [[gnu::always_inline]] void append(const char* bytes, std::size_t count) {
    length_ += count;
    for (; count >= 8; bytes += 8, count -= 8) add_word(read_little<std::uint64_t>(bytes));
    if (count > 0) add_part(part_of_word(bytes, count), static_cast<unsigned>(count));
  }

  [[gnu::always_inline]] std::uint64_t hash() const {
    std::uint64_t hash = (waiting_ == 0 ? state_ : mixed(state_, part_)) ^ length_;
    hash =
        (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;  // the finish of MurmurHash3: each bit of the key touches each of the hash
    hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
    return hash ^ (hash >> 33);
  }

 private:
  // One round of MurmurHash64A.
  static constexpr std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
    constexpr std::uint64_t factor = 0xc6a4a7935bd1e995;
    word *= factor;
    word ^= word >> 47;
    return (state ^ (word * factor)) * factor;
  }
  // `count` bytes (1 to 7) as the low end of a word, by loads that may overlap.
  static std::uint64_t part_of_word(const char* bytes, std::size_t count) {
    const auto byte = [&](std::size_t at) {
      return static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at])) << (8 * at);
    };
    if (count >= 4)
      return read_little<std::uint32_t>(bytes) | static_cast<std::uint64_t>(read_little<std::uint32_t>(bytes + count - 4))
                                                     << (8 * (count - 4));
    return byte(0) | byte(count / 2) | byte(count - 1);
  }
  [[gnu::always_inline]] void add_word(std::uint64_t word) {
    if (waiting_ == 0) {
      state_ = mixed(state_, word);
    } else {
      state_ = mixed(state_, part_ | word << (8 * waiting_));
      part_ = word >> (64 - 8 * waiting_);
    }
  }
  [[gnu::always_inline]] void add_part(std::uint64_t part, unsigned count) {
    part_ |= part << (8 * waiting_);
    if (waiting_ + count >= 8) {
      state_ = mixed(state_, part_);
      part_ = waiting_ + count == 8 ? 0 : part >> (64 - 8 * waiting_);
      waiting_ = waiting_ + count - 8;
    } else {
      waiting_ += count;
    }
  }

  std::uint64_t state_ = 0x7469'6465'6d61'726b;  // "tidemark"
  std::uint64_t part_ = 0;  // bytes that are no whole word yet
  unsigned waiting_ = 0;  // how many: 0 to 7
  std::uint64_t length_ = 0;
};

// The hash of a key from its encoded bytes.
inline std::uint64_t key_hash(std::string_view encoded) {
  key_hasher hasher;
  hasher.append(encoded.data(), encoded.size());
  return hasher.hash();
}

// The same hash straight from the key; no bytes are made.
template <EncodableKey T>
[[gnu::always_inline]] inline std::uint64_t key_hash_of(const T& key) {
  key_hasher hasher;
  key_codec<T>::encode(hasher, key);
  return hasher.hash();
}

// Which of `count` partitions a key with this hash belongs to. Requires: count > 0.
constexpr std::size_t partition_of(std::uint64_t hash, std::size_t count) { return static_cast<std::size_t>(hash % count); }

}  // namespace tidemark
