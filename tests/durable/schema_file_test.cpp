// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/schema_file.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <string>

using namespace tidemark;
using tidemark::testing::simulated_file_system;

namespace {

const state_schema schema{.output_mode = "append",
                          .watermarks = {{"time", 10000}},
                          .steps = {{.name = "agg",
                                     .key = {{"a \"page\"", "STRING", "text", true}},
                                     .value = {{"views", "BIGINT", "int64"}},
                                     .settings = {{"window", "10 s"}}}}};

}  // namespace

TEST_CASE("a schema has exactly these bytes, and is read back") {
  simulated_file_system files;
  CHECK_FALSE(read_schema(files, "c/state/_schema"));
  write_schema(files, "c/state/_schema", schema);
  const std::string json =
      R"({"output_mode":"append","watermarks":[{"column":"time","delay_ms":10000}],)"
      R"("steps":[{"name":"agg","key":[{"name":"a \"page\"","type":"STRING","form":"text","is_nullable":true}],)"
      R"("value":[{"name":"views","type":"BIGINT","form":"int64","is_nullable":false}],"settings":[{"name":"window","text":"10 s"}]}]})";
  CHECK(files.read_file("c/state/_schema") == "v1\n" + checksum_line(json) + "\n" + json);
  CHECK(read_schema(files, "c/state/_schema") == schema);
  CHECK(checksum_line("123456789") == "crc32c=e3069283");
}

TEST_CASE("a query without state has a schema too") {
  CHECK(state_schema_of(text_of(state_schema{.output_mode = "update"}), "f") == state_schema{.output_mode = "update"});
}

TEST_CASE("a schema cut or changed anywhere is an error that names the file") {
  const auto whole = text_of(schema);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    const auto thrown = error_of([&] { state_schema_of(changed, "c/state/_schema"); });
    REQUIRE(thrown);
    REQUIRE(thrown->file() == "c/state/_schema");
    REQUIRE(error_of([&] { state_schema_of(whole.substr(0, at), "f"); }));
  }
  CHECK(error_id_of([&] { state_schema_of(whole + " ", "f"); }) == "state_schema_damaged");
  CHECK(error_id_of([&] { state_schema_of("v1\ncrc32c=00000000", "f"); }) == "state_schema_damaged");
  CHECK(error_id_of([&] { state_schema_of("v1\n" + checksum_line("{}") + "\n{}", "f"); }) == "state_schema_damaged");
  CHECK(error_id_of([&] { state_schema_of("v2\n", "f"); }) == "log_version_unknown");
}
