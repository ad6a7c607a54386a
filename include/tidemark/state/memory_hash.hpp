// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The hash of a key in memory: fast, and never written anywhere (the hash that chooses a partition is row/key_hash.hpp).
//
// Keys that are equal by same_key (state/same_key.hpp) have the same hash, also across types that look alike: std::string and
// std::string_view, a row and a view of it with the same columns in the same order.

#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/scalar.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tidemark {

// The halves of the 128-bit product, folded into one word: every bit of the result depends on every bit of both.
[[gnu::always_inline]] constexpr std::uint64_t folded_multiply(std::uint64_t a, std::uint64_t b) {
  __extension__ using wide = unsigned __int128;
  const wide product = static_cast<wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Mixes words two at a time. The factor is the golden ratio: the best of six tried, on numbers in steps of 1, 2^8, 1000, 10^6
// and 2^32, on doubles and on pairs (groups and tags are filled as by random hashes, or more evenly).
class word_mixer {
 public:
  static constexpr std::uint64_t seed = 0x243f6a8885a308d3;
  static constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;

  [[gnu::always_inline]] static constexpr std::uint64_t one(std::uint64_t word) { return folded_multiply(word, factor); }

  [[gnu::always_inline]] constexpr void add(std::uint64_t a, std::uint64_t b) {
    hash_ = folded_multiply(hash_ ^ a, b ^ factor);
  }
  [[gnu::always_inline]] constexpr void add(std::uint64_t word) { hash_ = folded_multiply(hash_ ^ word, factor); }
  [[gnu::always_inline]] constexpr std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = seed;
};

// Text and other bytes, eight at a time.
inline std::uint64_t hash_of_bytes(const char* data, std::size_t size) {
  const auto word = [](const char* at) {
    std::uint64_t bytes{};
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
  };
  const auto half_word = [](const char* at) {
    std::uint32_t bytes{};
    std::memcpy(&bytes, at, sizeof bytes);
    return std::uint64_t{bytes};
  };
  const auto byte = [](const char* at) { return std::uint64_t{static_cast<unsigned char>(*at)}; };
  word_mixer mixer;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  if (size > 16) {
    const char* at = data;
    for (std::size_t left = size; left > 16; left -= 16, at += 16) mixer.add(word(at), word(at + 8));
    first = word(data + size - 16);
    last = word(data + size - 8);
  } else if (size >= 8) {
    first = word(data);
    last = word(data + size - 8);
  } else if (size >= 4) {
    first = half_word(data);
    last = half_word(data + size - 4);
  } else if (size > 0) {
    first = byte(data) << 16 | byte(data + size / 2) << 8 | byte(data + size - 1);
  }
  mixer.add(first ^ size * 0xd6e8feb86659fd93, last);  // spread over the word: or "ab" and "abc" may cancel out
  return mixer.hash();
}

// The hash of one type of key: `memory_hash<Key>::of(key)`. Covers every column type that can be a key, and any other type
// whose bytes are its value. Specialise it for another type with a static `of`.
template <class T>
struct memory_hash;

namespace detail {

// A type whose bytes are its value; one that the column types do not name has a codec of its own.
template <class T>
concept HashedByBytes =
    (kind_of<T> == column_kind::boolean || kind_of<T> == column_kind::integer || kind_of<T> == column_kind::window ||
     kind_of<T> == column_kind::none || (Scalar<T> && !FormedScalar<T>)) &&
    std::has_unique_object_representations_v<T>;

// A word that stands for one part of a key; a single integer is mixed only where it meets the other parts.
template <class T>
[[gnu::always_inline]] inline std::uint64_t word_of(const T& value) {
  if constexpr (std::is_integral_v<T> && sizeof(T) <= 8) return static_cast<std::uint64_t>(value);
  else return memory_hash<T>::of(value);
}

}  // namespace detail

template <detail::HashedByBytes T>
struct memory_hash<T> {
  [[gnu::always_inline]] static std::uint64_t of(const T& value) {
    constexpr std::size_t size = sizeof(T);
    if constexpr (std::is_integral_v<T> && size <= 8) {
      return word_mixer::one(detail::word_of(value));
    } else if constexpr (size <= 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, &value, size);
      return word_mixer::one(word);
    } else if constexpr (size == 16) {
      std::uint64_t words[2];
      std::memcpy(words, &value, size);
      word_mixer mixer;
      mixer.add(words[0], words[1]);
      return mixer.hash();
    } else {
      return hash_of_bytes(reinterpret_cast<const char*>(&value), size);
    }
  }
};

template <Text T>
struct memory_hash<T> {
  [[gnu::always_inline]] static std::uint64_t of(std::string_view text) { return hash_of_bytes(text.data(), text.size()); }
};

// As what they are stored as.
template <FormedScalar T>
struct memory_hash<T> {
  [[gnu::always_inline]] static std::uint64_t of(const T& value) { return memory_hash<form_of<T>>::of(to_form(value)); }
};

// −0.0 is 0.0 and there is one NaN, as in a key's encoded form.
template <class T>
  requires std::is_floating_point_v<T>
struct memory_hash<T> {
  [[gnu::always_inline]] static std::uint64_t of(T value) {
    static_assert(sizeof(T) <= 8, "tidemark key_cannot_be_hashed: long double is no column type; use double");
    if (value != value) return word_mixer::one(0x7ff8000000000000);
    std::uint64_t word = 0;
    const T one_zero = value == T{} ? T{} : value;
    std::memcpy(&word, &one_zero, (std::min)(sizeof(T), sizeof word));
    return word_mixer::one(word);
  }
};

template <class T>
struct memory_hash<std::optional<T>> {
  [[gnu::always_inline]] static std::uint64_t of(const std::optional<T>& value) {
    return value.has_value() ? memory_hash<T>::of(*value) : ~word_mixer::seed;
  }
};

template <List T>
struct memory_hash<T> {
  static std::uint64_t of(const T& list) {
    word_mixer mixer;
    mixer.add(list.size());
    for (const auto& element : list) mixer.add(detail::word_of(element));
    return mixer.hash();
  }
};

// Column by column, two words a multiplication; a row of one column has the hash of that column.
template <Row T>
struct memory_hash<T> {
  [[gnu::always_inline]] static std::uint64_t of(const T& row) { return of_columns(row, fields_of<T>{}); }

 private:
  template <class R, class... Fields>
  [[gnu::always_inline]] static std::uint64_t of_columns(const R& row, field_list<Fields...> /*columns*/) {
    if constexpr (sizeof...(Fields) == 1) {
      return (of_column(tidemark::get<Fields::key>(row)), ...);
    } else {
      const std::uint64_t words[sizeof...(Fields) + 1]{detail::word_of(tidemark::get<Fields::key>(row))..., 0};
      word_mixer mixer;
      for (std::size_t i = 0; i < sizeof...(Fields); i += 2) mixer.add(words[i], words[i + 1]);
      return mixer.hash();
    }
  }
  template <class Column>
  [[gnu::always_inline]] static std::uint64_t of_column(const Column& column) {
    return memory_hash<Column>::of(column);
  }
};

}  // namespace tidemark
