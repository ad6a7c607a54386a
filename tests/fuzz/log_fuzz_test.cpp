// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "fuzz/log_properties.hpp"

#include <random>
#include <string>

TEST_CASE("the properties of the readers of logs hold for texts that are nearly logs") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  fuzz::log_texts texts(seed);
  fuzz::log_properties properties;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = texts.next();
    INFO(text);
    REQUIRE(properties.broken_by(text) == "");
  }
}
