// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/checksum.hpp>

#include <random>
#include <string>

using tidemark::crc32c;
using tidemark::crc32c_by_instruction;
using tidemark::crc32c_by_table;

TEST_CASE("CRC32C has the values of RFC 3720 B.4") {
  std::string ascending;
  for (char byte = 0; byte < 32; ++byte) ascending += byte;
  const std::string descending(ascending.rbegin(), ascending.rend());

  CHECK(crc32c("") == 0);
  CHECK(crc32c("123456789") == 0xe3069283U);
  CHECK(crc32c(std::string(32, '\0')) == 0x8a9136aaU);
  CHECK(crc32c(std::string(32, '\xff')) == 0x62a8ab43U);
  CHECK(crc32c(ascending) == 0x46dd794eU);
  CHECK(crc32c(descending) == 0x113fdb5cU);
  static_assert(crc32c_by_table("123456789") == 0xe3069283U);
}

TEST_CASE("the table, the instruction and any cut give the same checksum") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (std::size_t length = 0; length < 70; ++length) {
    std::string bytes;
    for (std::size_t i = 0; i < length; ++i) bytes += static_cast<char>(random());
    const auto whole = crc32c_by_table(bytes);
    if (tidemark::has_crc32c_instruction()) CHECK(crc32c_by_instruction(bytes) == whole);
    const auto cut = length == 0 ? 0 : random() % length;
    const std::string_view view = bytes;
    CHECK(crc32c(view.substr(cut), crc32c(view.substr(0, cut))) == whole);
    CHECK(crc32c_by_table(view.substr(cut), crc32c_by_table(view.substr(0, cut))) == whole);
  }
}

TEST_CASE("a flipped bit changes the checksum") {
  std::string bytes = "the state of 4 partitions";
  const auto before = crc32c(bytes);
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ (1 << i % 8));
    CHECK(crc32c(bytes) != before);
    bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ (1 << i % 8));
  }
  CHECK(crc32c(bytes) == before);
}
