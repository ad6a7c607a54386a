// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "fuzz/state_properties.hpp"

#include <random>
#include <string>

TEST_CASE("the properties of the reader of state files hold for texts that are nearly state files") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  fuzz::state_texts texts(seed);
  fuzz::state_properties properties;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = texts.next();
    INFO(text.size() << " bytes");
    REQUIRE(properties.broken_by(text) == "");
  }
}
