// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/offset_log.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <optional>
#include <string>

using namespace tidemark;
using tidemark::testing::simulated_file_system;

TEST_CASE("an offset entry has exactly these bytes") {
  simulated_file_system files;
  offset_log log(files, "c/offsets");
  log.add(3, {.watermark_ms = 1767606000000,
              .time_ms = 1767606012345,
              .conf = {{"spark.sql.shuffle.partitions", "4"}, {"spark.sql.streaming.multipleWatermarkPolicy", "min"}},
              .ends = {R"({"logOffset":7})", std::nullopt, R"({"clicks":{"0":120,"1":98}})"}});
  CHECK(files.read_file("c/offsets/3") ==
        "v1\n"
        R"({"batchWatermarkMs":1767606000000,"batchTimestampMs":1767606012345,)"
        R"("conf":{"spark.sql.shuffle.partitions":"4","spark.sql.streaming.multipleWatermarkPolicy":"min"}})"
        "\n{\"logOffset\":7}\n-\n{\"clicks\":{\"0\":120,\"1\":98}}");
  log.add(4, {});
  CHECK(files.read_file("c/offsets/4") == "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{}}");
}

TEST_CASE("what was added is read back") {
  simulated_file_system files;
  offset_log log(files, "c/offsets");
  const offset_entry entry{.watermark_ms = -1,
                           .time_ms = 9223372036854775807,
                           .conf = {{"a \"quoted\" name", "line\nend and \\"}, {"", ""}},
                           .ends = {std::nullopt, "5", std::nullopt}};
  log.add(0, entry);
  CHECK(log.get(0) == entry);
  CHECK_FALSE(log.get(1));
}

TEST_CASE("an entry as Spark 4.3 writes it is read, with all its settings") {
  const auto entry = offset_entry_of(
      R"({"batchWatermarkMs":1767606000000,"batchTimestampMs":1767606012345,"conf":{)"
      R"("spark.sql.streaming.stateStore.providerClass":)"
      R"("org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider",)"
      R"("spark.sql.streaming.stateStore.rowChecksum.enabled":"false","spark.sql.streaming.join.stateFormatVersion":"2",)"
      R"("spark.sql.streaming.stateStore.compression.codec":"lz4","spark.sql.shuffle.partitions":"200",)"
      R"("spark.sql.streaming.multipleWatermarkPolicy":"min"},"unknown":{"more":[1,2]}})"
      "\n{\"offset\":20,\"timestamp\":1000}\n5",
      "f");
  CHECK(entry.watermark_ms == 1767606000000);
  CHECK(entry.time_ms == 1767606012345);
  CHECK(entry.conf.size() == 6);
  CHECK(entry.conf.at("spark.sql.shuffle.partitions") == "200");
  REQUIRE(entry.ends.size() == 2);
  CHECK(entry.ends[0] == R"({"offset":20,"timestamp":1000})");
  CHECK(entry.ends[1] == "5");
}

TEST_CASE("an entry of an old Spark, without settings or without metadata, is read") {
  CHECK(offset_entry_of("{\"batchWatermarkMs\":5,\"batchTimestampMs\":6}\n7", "f") ==
        offset_entry{.watermark_ms = 5, .time_ms = 6, .ends = {"7"}});
  CHECK(offset_entry_of("\n7\n-", "f") == offset_entry{.ends = {"7", std::nullopt}});
}

TEST_CASE("a damaged entry is an error that names the file") {
  const auto id_of = [](std::string_view text) {
    const auto thrown = error_of([&] { offset_entry_of(text, "c/offsets/3"); });
    if (thrown) CHECK(thrown->file() == "c/offsets/3");
    return thrown ? thrown->id() : "no error";
  };
  const std::string whole = "{\"batchWatermarkMs\":5,\"batchTimestampMs\":6,\"conf\":{}}\n{\"logOffset\":7}\n-";
  CHECK(id_of(whole) == "no error");
  CHECK(id_of("") == "log_incomplete");
  for (std::size_t length = 1; length < whole.find('\n'); ++length) CHECK(id_of(whole.substr(0, length)) == "log_malformed");
  CHECK(id_of("[]\n7") == "log_malformed");
  CHECK(id_of("{\"batchWatermarkMs\":\"x\"}\n7") == "log_malformed");
  CHECK(id_of("{\"batchWatermarkMs\":5}\n\n7") == "log_malformed");
}

TEST_CASE("an offset that is no line of its own is refused before anything is written") {
  CHECK(error_id_of([] { text_of({.ends = {"a\nb"}}); }) == "offset_is_no_line");
  CHECK(error_id_of([] { text_of({.ends = {""}}); }) == "offset_is_no_line");
  CHECK(error_id_of([] { text_of({.ends = {"-"}}); }) == "offset_is_no_line");
  CHECK(error_id_of([] { text_of({.ends = {"-1"}}); }) == "no error");
}
