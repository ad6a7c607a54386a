// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bytes for keys: comparing the bytes of two keys of one type orders them as their values, and equal keys have equal bytes.
//
// Forms are on disk, and the partition of a key depends on them: do not change them; row/README.md lists them all.

#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/row_codec.hpp>
#include <tidemark/row/scalar.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/row/value_codec.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tidemark {

// The order-preserving form of a key:
//   static void encode(Out& out, const T& key);                   appends; Out is std::string, or takes bytes by `append`
//   static T decode(const char*& from, const char* end);          moves `from`; throws error state_damaged when bytes are short
// A double that is not a number comes back as the one NaN, -0.0 as 0.0.
template <class T>
struct key_codec;

// A type that can be a key, or a part of one.
template <class T>
concept EncodableKey = requires(std::string& out, const T& key) { key_codec<T>::encode(out, key); };

// The encoded form of one key, as a string of its own.
template <EncodableKey T>
std::string encoded_key(const T& key) {
  std::string bytes;
  key_codec<T>::encode(bytes, key);
  return bytes;
}

// Integers, big-endian, a signed one with its sign bit flipped; bool as 0 or 1.
template <class T>
  requires std::is_integral_v<T> && (sizeof(T) <= 8)
struct key_codec<T> : fixed_form<key_codec<T>, T, sizeof(T)> {
  using bits = detail::unsigned_of_size<sizeof(T)>;
  static constexpr bits flipped = std::is_signed_v<T> ? static_cast<bits>(bits{1} << (8 * sizeof(T) - 1)) : bits{0};

  [[gnu::always_inline]] static char* write(char* to, T key) {
    return write_big(to, static_cast<bits>(std::bit_cast<bits>(key) ^ flipped));
  }
  [[gnu::always_inline]] static T read(const char* from) {
    if constexpr (std::is_same_v<T, bool>) return codec<bool>::read(from);
    else return std::bit_cast<T>(static_cast<bits>(read_big<bits>(from) ^ flipped));
  }
};

// Floating point: one NaN, above all numbers; one zero; then the bits ordered: all flipped if negative, else the sign.
template <std::floating_point T>
  requires(sizeof(T) <= 8)
struct key_codec<T> : fixed_form<key_codec<T>, T, sizeof(T)> {
  using bits = detail::unsigned_of_size<sizeof(T)>;
  static constexpr bits sign = bits{1} << (8 * sizeof(T) - 1);

  static char* write(char* to, T key) {
    if (key != key) key = std::numeric_limits<T>::quiet_NaN();
    const auto number = std::bit_cast<bits>(key + T{0});  // -0.0 + 0.0 is 0.0
    return write_big(to, (number & sign) != 0 ? ~number : number ^ sign);
  }
  static T read(const char* from) {
    const auto number = read_big<bits>(from);
    return std::bit_cast<T>((number & sign) != 0 ? number ^ sign : ~number);
  }
};

// Types of one value: as the type that they are stored as, whose order is theirs.
template <FormedScalar T>
  requires EncodableKey<form_of<T>>
struct key_codec<T> {
  template <class Out>
  static void encode(Out& out, const T& key) {
    key_codec<form_of<T>>::encode(out, to_form(key));
  }
  static T decode(const char*& from, const char* end)
    requires(!ScalarView<T>)
  {
    using stored = std::conditional_t<std::same_as<form_of<T>, std::string_view>, std::string, form_of<T>>;
    return scalar_traits<T>::from_form(key_codec<stored>::decode(from, end));
  }
};
template <FormedScalar T>
  requires EncodableKey<form_of<T>> && FixedWidth<key_codec<form_of<T>>>
struct key_codec<T> : fixed_form<key_codec<T>, T, key_codec<form_of<T>>::fixed_size> {
  [[gnu::always_inline]] static char* write(char* to, const T& key) { return key_codec<form_of<T>>::write(to, to_form(key)); }
  [[gnu::always_inline]] static T read(const char* from) {
    return scalar_traits<T>::from_form(key_codec<form_of<T>>::read(from));
  }
};

// End, then start: the keys of the windows that are over first are a contiguous run.
template <>
struct key_codec<time_window> : fixed_form<key_codec<time_window>, time_window, 16> {
  static char* write(char* to, const time_window& key) {
    return key_codec<timestamp>::write(key_codec<timestamp>::write(to, key.end), key.start);
  }
  static time_window read(const char* from) { return {key_codec<timestamp>::read(from + 8), key_codec<timestamp>::read(from)}; }
};

// Text: its bytes with 0x00 as 00 FF, then 00 01.
template <>
struct key_codec<std::string_view> {
  template <class Out>
  static void encode(Out& out, std::string_view text) {
    while (!text.empty()) {
      const void* const found = std::memchr(text.data(), 0, text.size());
      if (found == nullptr) {
        out.append(text.data(), text.size());
        break;
      }
      const auto plain = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
      out.append(text.data(), plain);
      out.append("\x00\xff", std::size_t{2});
      text.remove_prefix(plain + 1);
    }
    out.append("\x00\x01", std::size_t{2});
  }
};

template <>
struct key_codec<std::string> {
  template <class Out>
  static void encode(Out& out, const std::string& text) {
    key_codec<std::string_view>::encode(out, text);
  }
  static std::string decode(const char*& from, const char* end) {
    std::string text;
    for (;;) {
      const void* const found = from == end ? nullptr : std::memchr(from, 0, static_cast<std::size_t>(end - from));
      const char* const zero = found == nullptr ? end : static_cast<const char*>(found);
      need_bytes(zero, end, 2);
      text.append(from, zero);
      from = zero + 2;
      if (zero[1] == '\x01') return text;
      if (zero[1] != '\xff') throw_damaged("a stored text has an unknown escape");
      text.push_back('\0');
    }
  }
};

// 0, or 1 and the value: null comes first.
template <EncodableKey T>
struct key_codec<std::optional<T>> {
  template <class Out>
  static void encode(Out& out, const std::optional<T>& key) {
    key_codec<bool>::encode(out, key.has_value());
    if (key) key_codec<T>::encode(out, *key);
  }
  static std::optional<T> decode(const char*& from, const char* end) {
    if (!key_codec<bool>::decode(from, end)) return std::nullopt;
    return key_codec<T>::decode(from, end);
  }
};

// Lists: 1 before each element, 0 at the end, so that a list comes before its continuations.
template <EncodableKey T, class Allocator>
struct key_codec<std::vector<T, Allocator>> {
  template <class Out>
  static void encode(Out& out, const std::vector<T, Allocator>& keys) {
    for (const T& key : keys) {
      key_codec<bool>::encode(out, true);
      key_codec<T>::encode(out, key);
    }
    key_codec<bool>::encode(out, false);
  }
  static std::vector<T, Allocator> decode(const char*& from, const char* end) {
    std::vector<T, Allocator> keys;
    while (key_codec<bool>::decode(from, end)) keys.push_back(key_codec<T>::decode(from, end));
    return keys;
  }
};

// Arrays: the elements.
template <EncodableKey T, std::size_t Size>
struct key_codec<std::array<T, Size>> {
  template <class Out>
  static void encode(Out& out, const std::array<T, Size>& keys) {
    for (const T& key : keys) key_codec<T>::encode(out, key);
  }
  static std::array<T, Size> decode(const char*& from, const char* end) {
    std::array<T, Size> keys{};
    for (T& key : keys) key = key_codec<T>::decode(from, end);
    return keys;
  }
};

namespace detail {

template <class Fields>
inline constexpr bool columns_can_be_keys = false;
template <EncodableKey... Types, name... Names>
inline constexpr bool columns_can_be_keys<field_list<field<Names, Types>...>> = true;

}  // namespace detail

template <class R>
concept EncodableKeyRow = Row<R> && detail::columns_can_be_keys<fields_of<R>>;

// Rows and records: the members in order.
template <EncodableKeyRow R>
struct key_codec<R> {
  template <class Out>
  static void encode(Out& out, const R& key) {
    [&]<class... Fields>(field_list<Fields...>) {
      (key_codec<typename Fields::type>::encode(out, tidemark::get<Fields::key>(key)), ...);
    }(fields_of<R>{});
  }
  static R decode(const char*& from, const char* end) {
    R key{};
    [&]<class... Fields>(field_list<Fields...>) {
      ((tidemark::get<Fields::key>(key) = key_codec<typename Fields::type>::decode(from, end)), ...);
    }(fields_of<R>{});
    return key;
  }
};
template <EncodableKeyRow R>
  requires detail::columns_are_fixed<key_codec, fields_of<R>>
struct key_codec<R> : fixed_form<key_codec<R>, R, detail::columns_size<key_codec, fields_of<R>>> {
  static char* write(char* to, const R& key) {
    [&]<class... Fields>(field_list<Fields...>) {
      ((to = key_codec<typename Fields::type>::write(to, tidemark::get<Fields::key>(key))), ...);
    }(fields_of<R>{});
    return to;
  }
  static R read(const char* from) {
    R key{};
    [&]<class... Fields>(field_list<Fields...>) {
      ((tidemark::get<Fields::key>(key) = key_codec<typename Fields::type>::read(from),
        from += key_codec<typename Fields::type>::fixed_size),
       ...);
    }(fields_of<R>{});
    return key;
  }
};

}  // namespace tidemark
