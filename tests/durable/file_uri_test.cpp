// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/file_uri.hpp>

#include <string>

namespace td = tidemark;

TEST_CASE("a path becomes absolute without dots and doubled slashes") {
  CHECK(td::absolute_path("/a//b/./c/") == "/a/b/c");
  CHECK(td::absolute_path("/a/b/../c") == "/a/c");
  CHECK(td::absolute_path("/..") == "/");
  CHECK(td::absolute_path("/") == "/");
  const auto here = td::absolute_path("");
  CHECK(here.starts_with('/'));
  CHECK(td::absolute_path("x/y") == here + "/x/y");
  CHECK(td::absolute_path("./x") == here + "/x");
}

TEST_CASE("a URI escapes what java.net.URI escapes in a path, and nothing else") {
  CHECK(td::file_uri("/in/a b.json") == "file:///in/a%20b.json");
  CHECK(td::file_uri("/50%") == "file:///50%25");
  CHECK(td::file_uri("/a:b@c&d=e+f$g,h") == "file:///a:b@c&d=e+f$g,h");
  CHECK(td::file_uri("/-_.!~*'()") == "file:///-_.!~*'()");
  CHECK(td::file_uri("/a\nb\tc") == "file:///a%0Ab%09c");
  CHECK(td::file_uri("/[x]{y}?#\"<>\\^`|") == "file:///%5Bx%5D%7By%7D%3F%23%22%3C%3E%5C%5E%60%7C");
  CHECK(td::file_uri("/größe/日本/😀") == "file:///größe/日本/😀");
  CHECK(td::file_uri("/a\xc2\xa0"
                     "b") == "file:///a%C2%A0b");
  CHECK(td::file_uri("/a\xe3\x80\x80"
                     "b") == "file:///a%E3%80%80b");
  CHECK(td::file_uri("/\xff\xc3") == "file:///%FF%C3");
}

TEST_CASE("the path of a URI is the path that it was made of") {
  for (const std::string path : {"/in/a b.json", "/50%25", "/a:b\n%", "/[x]?#", "/größe", "/\xff\xc3", "/a;b", "/%zz%4"})
    CHECK(td::path_of_uri(td::file_uri(path)) == path);
  CHECK(td::path_of_uri("file:/in/a%20b") == "/in/a b");
  CHECK(td::path_of_uri("file://host/in/a") == "/in/a");
  CHECK(td::path_of_uri("/in/a") == "/in/a");
  CHECK(td::path_of_uri("/in/%4") == "/in/%4");
  CHECK(td::path_of_uri("/in/%4a%4A") == "/in/JJ");
}
