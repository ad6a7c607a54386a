// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bytes for values: what state files hold. Compact and quick, in no particular order. Include codec.hpp, which has rows and
// keys as well.
//
// Forms are on disk: do not change them; row/README.md lists them all.

#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/enum_names.hpp>
#include <tidemark/row/scalar.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// The encoded form of a value. A specialisation derives from fixed_form (always the same number of bytes) or from sized_form,
// which add
//   static void encode(std::string& out, const T& value);         appends
//   static T decode(const char*& from, const char* end);          moves `from`; throws error state_damaged when bytes are short
template <class T>
struct codec;

// A type that can be stored as a value.
template <class T>
concept Encodable = requires(std::string& out, const T& value) { codec<T>::encode(out, value); };

// A codec, of values or of keys, whose forms all have `Codec::fixed_size` bytes.
template <class Codec>
concept FixedWidth = requires { Codec::fixed_size; };

// Base of a codec of fixed width, which has `char* write(char* to, const T&)` and `T read(const char* from)`. `out` is
// anything with std::string's append.
template <class Codec, class T, std::size_t Size>
struct fixed_form {
  static constexpr std::size_t fixed_size = Size;

  static constexpr std::size_t size(const T& /*value*/) { return Size; }
  template <class Out>
  [[gnu::always_inline]] static void encode(Out& out, const T& value) {
    char bytes[Size > 0 ? Size : 1];
    Codec::write(bytes, value);
    out.append(static_cast<const char*>(bytes), Size);
  }
  [[gnu::always_inline]] static T decode(const char*& from, const char* end) {
    need_bytes(from, end, Size);
    const char* const start = from;
    from += Size;
    return Codec::read(start);
  }
};

// Base of a codec whose forms differ in size; it has `std::size_t size(const T&)`, `char* write(char* to, const T&)`, which
// writes exactly that many bytes, and `decode`.
template <class T>
struct sized_form {
  static void encode(std::string& out, const T& value) {
    const std::size_t before = out.size();
    out.resize(before + codec<T>::size(value));
    codec<T>::write(out.data() + before, value);
  }
};

namespace detail {

template <std::size_t Size>
using unsigned_of_size = std::conditional_t<
    Size == 8, std::uint64_t,
    std::conditional_t<Size == 4, std::uint32_t, std::conditional_t<Size == 2, std::uint16_t, std::uint8_t>>>;

}  // namespace detail

// Numbers: little-endian.
template <class T>
  requires std::is_arithmetic_v<T> && (sizeof(T) <= 8)
struct codec<T> : fixed_form<codec<T>, T, sizeof(T)> {
  using bits = detail::unsigned_of_size<sizeof(T)>;

  [[gnu::always_inline]] static char* write(char* to, T value) { return write_little(to, std::bit_cast<bits>(value)); }
  [[gnu::always_inline]] static T read(const char* from) {
    if constexpr (std::is_same_v<T, bool>) {
      if (*from != 0 && *from != 1) [[unlikely]]
        throw_damaged("a stored yes-or-no value is neither");
      return *from == 1;
    } else {
      return std::bit_cast<T>(read_little<bits>(from));
    }
  }
};

// Types of one value: as the type that they are stored as.
template <FormedScalar T>
  requires Encodable<form_of<T>>
struct codec<T> : sized_form<T> {
  static std::size_t size(const T& value) { return codec<form_of<T>>::size(to_form(value)); }
  static char* write(char* to, const T& value) { return codec<form_of<T>>::write(to, to_form(value)); }
  static T decode(const char*& from, const char* end) {
    return scalar_traits<T>::from_form(codec<form_of<T>>::decode(from, end));
  }
};
template <FormedScalar T>
  requires Encodable<form_of<T>> && FixedWidth<codec<form_of<T>>>
struct codec<T> : fixed_form<codec<T>, T, codec<form_of<T>>::fixed_size> {
  [[gnu::always_inline]] static char* write(char* to, const T& value) { return codec<form_of<T>>::write(to, to_form(value)); }
  [[gnu::always_inline]] static T read(const char* from) { return scalar_traits<T>::from_form(codec<form_of<T>>::read(from)); }
};

template <>
struct codec<time_window> : fixed_form<codec<time_window>, time_window, 16> {
  static char* write(char* to, const time_window& window) {
    return codec<timestamp>::write(codec<timestamp>::write(to, window.start), window.end);
  }
  static time_window read(const char* from) { return {codec<timestamp>::read(from), codec<timestamp>::read(from + 8)}; }
};

// Text: length, bytes.
template <>
struct codec<std::string_view> : sized_form<std::string_view> {
  static std::size_t size(std::string_view text) { return length_bytes(text.size()) + text.size(); }
  static char* write(char* to, std::string_view text) {
    to = write_length(to, text.size());
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    return to + text.size();
  }
  // The text stays where it is: valid as long as the bytes it was read from.
  static std::string_view decode(const char*& from, const char* end) {
    const std::uint64_t length = read_length(from, end);
    need_bytes(from, end, length);
    const std::string_view text(from, length);
    from += length;
    return text;
  }
};

template <>
struct codec<std::string> : sized_form<std::string> {
  static std::size_t size(const std::string& text) { return codec<std::string_view>::size(text); }
  static char* write(char* to, const std::string& text) {
    to = write_length(to, text.size());
    std::memcpy(to, text.data(), text.size());
    return to + text.size();
  }
  static std::string decode(const char*& from, const char* end) {
    return std::string(codec<std::string_view>::decode(from, end));
  }
};

// 0, or 1 and the value.
template <Encodable T>
struct codec<std::optional<T>> : sized_form<std::optional<T>> {
  static std::size_t size(const std::optional<T>& value) { return value ? 1 + codec<T>::size(*value) : 1; }
  static char* write(char* to, const std::optional<T>& value) {
    *to++ = value ? 1 : 0;
    return value ? codec<T>::write(to, *value) : to;
  }
  static std::optional<T> decode(const char*& from, const char* end) {
    if (!codec<bool>::decode(from, end)) return std::nullopt;
    return codec<T>::decode(from, end);
  }
};

// Lists and maps: count, then each element; a map's in its order.
template <Encodable T, class Allocator>
struct codec<std::vector<T, Allocator>> : sized_form<std::vector<T, Allocator>> {
  static std::size_t size(const std::vector<T, Allocator>& values) {
    std::size_t sum = length_bytes(values.size());
    for (const T& value : values) sum += codec<T>::size(value);
    return sum;
  }
  static char* write(char* to, const std::vector<T, Allocator>& values) {
    to = write_length(to, values.size());
    for (const T& value : values) to = codec<T>::write(to, value);
    return to;
  }
  static std::vector<T, Allocator> decode(const char*& from, const char* end) {
    const std::uint64_t count = read_length(from, end);
    std::vector<T, Allocator> values;
    // A damaged count must not ask for memory: no more is reserved than there are bytes.
    values.reserve(count < static_cast<std::uint64_t>(end - from) ? count : static_cast<std::size_t>(end - from));
    for (std::uint64_t i = 0; i < count; ++i) values.push_back(codec<T>::decode(from, end));
    return values;
  }
};

template <Encodable Key, Encodable T, class Compare, class Allocator>
struct codec<std::map<Key, T, Compare, Allocator>> : sized_form<std::map<Key, T, Compare, Allocator>> {
  using map = std::map<Key, T, Compare, Allocator>;

  static std::size_t size(const map& values) {
    std::size_t sum = length_bytes(values.size());
    for (const auto& [key, value] : values) sum += codec<Key>::size(key) + codec<T>::size(value);
    return sum;
  }
  static char* write(char* to, const map& values) {
    to = write_length(to, values.size());
    for (const auto& [key, value] : values) to = codec<T>::write(codec<Key>::write(to, key), value);
    return to;
  }
  static map decode(const char*& from, const char* end) {
    map values;
    for (std::uint64_t count = read_length(from, end); count > 0; --count) {
      Key key = codec<Key>::decode(from, end);
      values.emplace_hint(values.end(), std::move(key), codec<T>::decode(from, end));
    }
    return values;
  }
};

// Arrays: the elements.
template <Encodable T, std::size_t Size>
struct codec<std::array<T, Size>> : sized_form<std::array<T, Size>> {
  static std::size_t size(const std::array<T, Size>& values) {
    std::size_t sum = 0;
    for (const T& value : values) sum += codec<T>::size(value);
    return sum;
  }
  static char* write(char* to, const std::array<T, Size>& values) {
    for (const T& value : values) to = codec<T>::write(to, value);
    return to;
  }
  static std::array<T, Size> decode(const char*& from, const char* end) {
    std::array<T, Size> values{};
    for (T& value : values) value = codec<T>::decode(from, end);
    return values;
  }
};
template <Encodable T, std::size_t Size>
  requires FixedWidth<codec<T>>
struct codec<std::array<T, Size>> : fixed_form<codec<std::array<T, Size>>, std::array<T, Size>, Size * codec<T>::fixed_size> {
  static char* write(char* to, const std::array<T, Size>& values) {
    for (const T& value : values) to = codec<T>::write(to, value);
    return to;
  }
  static std::array<T, Size> read(const char* from) {
    std::array<T, Size> values{};
    for (std::size_t i = 0; i < Size; ++i) values[i] = codec<T>::read(from + i * codec<T>::fixed_size);
    return values;
  }
};

}  // namespace tidemark
