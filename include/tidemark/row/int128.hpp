// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Integers of 128 bits, and an unsigned one of 256 for what their products need.

#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/key_codec.hpp>
#include <tidemark/row/value_codec.hpp>

#include <cstddef>
#include <cstdint>

namespace tidemark {

__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

constexpr uint128 magnitude_of(int128 value) {
  return value < 0 ? uint128{0} - static_cast<uint128>(value) : static_cast<uint128>(value);
}
// Requires: the value fits.
constexpr int128 with_sign(uint128 magnitude, bool is_negative) {
  return static_cast<int128>(is_negative ? uint128{0} - magnitude : magnitude);
}

// 10 to the power of 0 to 38.
constexpr uint128 power_of_ten(int exponent) {
  uint128 power = 1;
  for (uint128 base = 10; exponent > 0; exponent >>= 1, base *= base)
    if ((exponent & 1) != 0) power *= base;
  return power;
}

// 256 bits without sign, lowest word first. Holds products of decimals; what passes the range is lost.
class uint256 {
 public:
  constexpr uint256() = default;
  constexpr explicit uint256(uint128 value)
      : words_{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64), 0, 0} {}

  constexpr bool fits_128() const { return words_[2] == 0 && words_[3] == 0; }
  // Requires: fits_128().
  constexpr uint128 low() const { return static_cast<uint128>(words_[1]) << 64 | words_[0]; }

  friend constexpr uint256 operator*(const uint256& a, std::uint64_t b) {
    uint256 product;
    uint128 carry = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      carry += static_cast<uint128>(a.words_[i]) * b;
      product.words_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return product;
  }
  static constexpr uint256 product(uint128 a, uint128 b) {
    const uint256 low = uint256(a) * static_cast<std::uint64_t>(b);
    uint256 high = uint256(a) * static_cast<std::uint64_t>(b >> 64);
    high.words_[3] = high.words_[2];
    high.words_[2] = high.words_[1];
    high.words_[1] = high.words_[0];
    high.words_[0] = 0;
    return low + high;
  }
  // Divides, and gives the remainder. Requires: by > 0.
  constexpr std::uint64_t divide(std::uint64_t by) {
    uint128 rest = 0;
    for (std::size_t i = 4; i-- > 0;) {
      rest = rest << 64 | words_[i];
      words_[i] = static_cast<std::uint64_t>(rest / by);
      rest %= by;
    }
    return static_cast<std::uint64_t>(rest);
  }
  friend constexpr uint256 operator+(const uint256& a, const uint256& b) {
    uint256 sum;
    uint128 carry = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      carry += static_cast<uint128>(a.words_[i]) + b.words_[i];
      sum.words_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return sum;
  }
  // Requires: a >= b.
  friend constexpr uint256 operator-(const uint256& a, const uint256& b) {
    uint256 difference;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const uint128 taken = static_cast<uint128>(b.words_[i]) + borrow;
      difference.words_[i] = static_cast<std::uint64_t>(a.words_[i] - taken);
      borrow = a.words_[i] < taken ? 1 : 0;
    }
    return difference;
  }
  friend constexpr bool operator==(const uint256&, const uint256&) = default;
  friend constexpr bool operator<(const uint256& a, const uint256& b) {
    for (std::size_t i = 4; i-- > 0;)
      if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i];
    return false;
  }

 private:
  std::uint64_t words_[4] = {};
};

// Forms: little-endian as a value; as a key big-endian with the sign bit flipped. On disk: do not change.
template <>
struct codec<int128> : fixed_form<codec<int128>, int128, 16> {
  static char* write(char* to, int128 value) {
    to = write_little(to, static_cast<std::uint64_t>(value));
    return write_little(to, static_cast<std::uint64_t>(static_cast<uint128>(value) >> 64));
  }
  static int128 read(const char* from) {
    return static_cast<int128>(static_cast<uint128>(read_little<std::uint64_t>(from + 8)) << 64 |
                               read_little<std::uint64_t>(from));
  }
};
template <>
struct key_codec<int128> : fixed_form<key_codec<int128>, int128, 16> {
  static constexpr uint128 sign = uint128{1} << 127;

  static char* write(char* to, int128 value) {
    const uint128 ordered = static_cast<uint128>(value) ^ sign;
    to = write_big(to, static_cast<std::uint64_t>(ordered >> 64));
    return write_big(to, static_cast<std::uint64_t>(ordered));
  }
  static int128 read(const char* from) {
    const uint128 ordered = static_cast<uint128>(read_big<std::uint64_t>(from)) << 64 | read_big<std::uint64_t>(from + 8);
    return static_cast<int128>(ordered ^ sign);
  }
};

}  // namespace tidemark
