// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "fuzz/json_properties.hpp"

#include <random>
#include <string>

TEST_CASE("the properties of the JSON reader hold for texts that are nearly JSON") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  fuzz::json_texts texts(seed);
  fuzz::json_properties properties;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = texts.next();
    INFO(text);
    REQUIRE(properties.broken_by(text) == "");
  }
}
