// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/uuid.hpp>

#include <set>
#include <string>

TEST_CASE("a random UUID has the form of version 4, and no two are the same") {
  std::set<std::string> all;
  for (int i = 0; i < 1000; ++i) {
    const auto id = tidemark::random_uuid();
    REQUIRE(id.size() == 36);
    for (std::size_t at = 0; at < id.size(); ++at) {
      const bool is_dash = at == 8 || at == 13 || at == 18 || at == 23;
      REQUIRE((is_dash ? id[at] == '-' : std::string("0123456789abcdef").find(id[at]) != std::string::npos));
    }
    REQUIRE(id[14] == '4');
    REQUIRE(std::string("89ab").find(id[19]) != std::string::npos);
    all.insert(id);
  }
  CHECK(all.size() == 1000);
}
