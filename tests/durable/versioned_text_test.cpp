// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/versioned_text.hpp>

using tidemark::text_below_version;

TEST_CASE("the text below the version line is all of it, byte for byte") {
  CHECK(text_below_version("v1\nabc", 1, "f") == "abc");
  CHECK(text_below_version("v1\n\nabc\n", 1, "f") == "\nabc\n");
  CHECK(text_below_version("v1\n", 1, "f") == "");
  CHECK(text_below_version("v1", 1, "f") == "");
}

TEST_CASE("versions up to the newest known are read, one above is not") {
  CHECK(text_below_version("v2\nabc", 3, "f") == "abc");
  CHECK(text_below_version("v3\nabc", 3, "f") == "abc");
  const auto thrown = error_of([] { text_below_version("v4\nabc", 3, "a/f"); });
  REQUIRE(thrown);
  CHECK(std::string(thrown->what()) ==
        "tidemark log_version_unknown: \"a/f\" has version 4, this program reads up to 3; use the newer one that wrote it");
  CHECK(thrown->file() == "a/f");
}

TEST_CASE("the errors of a damaged file name it and the way out") {
  CHECK(std::string(error_of([] { text_below_version("", 1, "a/f"); })->what()) ==
        "tidemark log_incomplete: \"a/f\" is empty, so what it recorded is lost; put the file back from a copy, or start with "
        "a new checkpoint folder");
  CHECK(std::string(error_of([] { text_below_version("{\"id\":1}\nv1", 1, "a/f"); })->what()) ==
        "tidemark log_malformed: \"a/f\" does not begin with a version line such as v1, but with \"{\"id\":1}\"; put the file "
        "back from a copy, or start with a new checkpoint folder");
}
