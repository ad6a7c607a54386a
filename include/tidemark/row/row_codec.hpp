// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bytes for rows and records as values: their members in order. Include codec.hpp.
//
// Forms are on disk: do not change them.

#include <tidemark/row/row.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/row/value_codec.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace detail {

template <class Fields>
inline constexpr bool columns_are_encodable = false;
template <Encodable... Types, name... Names>
inline constexpr bool columns_are_encodable<field_list<field<Names, Types>...>> = true;

// The bytes that columns of fixed width take together; asked only if all are.
template <template <class> class Codec, class Fields>
inline constexpr std::size_t columns_size = 0;
template <template <class> class Codec, class... Fields>
inline constexpr std::size_t columns_size<Codec, field_list<Fields...>> =
    (std::size_t{0} + ... + Codec<typename Fields::type>::fixed_size);

template <template <class> class Codec, class Fields>
inline constexpr bool columns_are_fixed = false;
template <template <class> class Codec, class... Fields>
inline constexpr bool columns_are_fixed<Codec, field_list<Fields...>> = (FixedWidth<Codec<typename Fields::type>> && ...);

}  // namespace detail

template <class R>
concept EncodableRow = Row<R> && detail::columns_are_encodable<fields_of<R>>;

// The members in order, one after another.
template <EncodableRow R>
struct codec<R> : sized_form<R> {
  static std::size_t size(const R& row) {
    return [&]<class... Fields>(field_list<Fields...>) {
      return (std::size_t{0} + ... + codec<typename Fields::type>::size(tidemark::get<Fields::key>(row)));
    }(fields_of<R>{});
  }
  static char* write(char* to, const R& row) {
    [&]<class... Fields>(field_list<Fields...>) {
      ((to = codec<typename Fields::type>::write(to, tidemark::get<Fields::key>(row))), ...);
    }(fields_of<R>{});
    return to;
  }
  static R decode(const char*& from, const char* end) {
    R row{};
    [&]<class... Fields>(field_list<Fields...>) {
      ((tidemark::get<Fields::key>(row) = codec<typename Fields::type>::decode(from, end)), ...);
    }(fields_of<R>{});
    return row;
  }
};

namespace detail {

// Types whose stored bytes are those in memory, where that is little-endian. Not bool: not every byte is one.
template <class T>
inline constexpr bool is_stored_as_in_memory =
    !std::is_same_v<T, bool> && std::endian::native == std::endian::little && (std::is_arithmetic_v<T> || std::is_enum_v<T>);
template <>
inline constexpr bool is_stored_as_in_memory<timestamp> = is_stored_as_in_memory<std::int64_t>;
template <>
inline constexpr bool is_stored_as_in_memory<time_window> = is_stored_as_in_memory<timestamp>;

}  // namespace detail

template <EncodableRow R>
  requires detail::columns_are_fixed<codec, fields_of<R>>
struct codec<R> : fixed_form<codec<R>, R, detail::columns_size<codec, fields_of<R>>> {
  [[gnu::always_inline]] static char* write(char* to, const R& row) {
    if (is_stored_as_in_memory(row)) {  // known to the compiler: one copy instead of one a column
      std::memcpy(to, static_cast<const void*>(&row), codec::fixed_size);
      return to + codec::fixed_size;
    }
    [&]<class... Fields>(field_list<Fields...>) {
      ((to = codec<typename Fields::type>::write(to, tidemark::get<Fields::key>(row))), ...);
    }(fields_of<R>{});
    return to;
  }
  [[gnu::always_inline]] static R read(const char* from) {
    R row{};
    [&]<class... Fields>(field_list<Fields...>) {
      ((tidemark::get<Fields::key>(row) = codec<typename Fields::type>::read(from),
        from += codec<typename Fields::type>::fixed_size),
       ...);
    }(fields_of<R>{});
    return row;
  }

 private:
  // Whether the columns lie in memory in their order and without gaps. A record's may be declared in another order.
  [[gnu::always_inline]] static bool is_stored_as_in_memory(const R& row) {
    return [&]<class... Fields>(field_list<Fields...>) {
      if constexpr (std::is_trivially_copyable_v<R> && sizeof(R) == codec::fixed_size && sizeof...(Fields) > 0 &&
                    (detail::is_stored_as_in_memory<typename Fields::type> && ...) &&
                    (std::is_lvalue_reference_v<decltype(tidemark::get<Fields::key>(row))> && ...)) {
        const void* next = &row;
        return ((std::exchange(next, std::addressof(tidemark::get<Fields::key>(row)) + 1) ==
                 std::addressof(tidemark::get<Fields::key>(row))) &&
                ...);
      } else {
        return false;
      }
    }(fields_of<R>{});
  }
};

}  // namespace tidemark
