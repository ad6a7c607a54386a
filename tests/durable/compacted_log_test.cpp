// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/compacted_log.hpp>
#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace td = tidemark;
using lines = std::vector<std::string>;

namespace {

void fill(td::compacted_log& log, std::int64_t first, std::int64_t past) {
  for (auto id = first; id < past; ++id) REQUIRE(log.add(id, {"line " + std::to_string(id)}));
}

lines names(td::file_system& files, const std::string& folder) {
  lines found;
  for (const auto& one : files.list(folder)) found.push_back(one.name);
  return found;
}

lines numbered(std::int64_t first, std::int64_t past) {
  lines expected;
  for (auto id = first; id < past; ++id) expected.push_back("line " + std::to_string(id));
  return expected;
}

}  // namespace

TEST_CASE("an entry is a version line and a line for each item, without a newline at the end") {
  td::testing::simulated_file_system files;
  td::compacted_log log(files, "/log");
  CHECK(log.latest() == -1);
  CHECK(log.lines_after(-1).empty());
  REQUIRE(log.add(0, {"a", "b"}));
  REQUIRE(log.add(1, {}));
  CHECK(files.read_file("/log/0") == "v1\na\nb");
  CHECK(files.read_file("/log/1") == "v1");
  CHECK_FALSE(log.add(1, {"x"}));
  CHECK(log.latest() == 1);
  CHECK(log.lines_after(-1) == lines{"a", "b"});
}

TEST_CASE("each tenth entry repeats all lines") {
  td::testing::simulated_file_system files;
  td::compacted_log log(files, "/log");
  fill(log, 0, 9);
  CHECK(log.lines_after(7) == lines{"line 8"});
  fill(log, 9, 10);
  CHECK(files.read_file("/log/9.compact") ==
        "v1\nline 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nline 8\nline 9");
  CHECK_FALSE(files.status("/log/9"));
  fill(log, 10, 23);
  CHECK(files.status("/log/19.compact"));
  CHECK(log.lines_after(-1) == numbered(0, 23));
  CHECK(log.lines_after(20) == numbered(21, 23));
  CHECK(log.lines_after(19) == numbered(20, 23));
  CHECK(log.lines_after(18) == numbered(0, 23));
  CHECK(log.lines_after(22).empty());
  CHECK(td::compacted_log(files, "/log").latest() == 22);
}

TEST_CASE("entries are removed when a compact one has their lines, a hundred have followed, and they are old") {
  td::testing::simulated_file_system files;
  files.set_time_ms(0);
  td::compacted_log log(files, "/log");
  fill(log, 0, 110);
  CHECK(names(files, "/log").size() == 110);  // all young
  files.set_time_ms(td::compacted_log::kept_ms - 1);
  fill(log, 110, 120);
  CHECK(names(files, "/log").size() == 120);
  files.set_time_ms(td::compacted_log::kept_ms);
  fill(log, 120, 130);  // 129.compact: what is below 29.compact goes
  CHECK(files.status("/log/29.compact"));
  CHECK_FALSE(files.status("/log/28"));
  CHECK_FALSE(files.status("/log/19.compact"));
  CHECK(names(files, "/log").size() == 101);
  CHECK(log.lines_after(-1) == numbered(0, 130));
}

TEST_CASE("the interval that a folder was written with wins") {
  td::testing::simulated_file_system files;
  SECTION("two compact entries: their distance") {
    td::compacted_log written(files, "/log", 3);
    fill(written, 0, 7);
    CHECK(td::compacted_log(files, "/log", 10).path(8) == "/log/8.compact");
  }
  SECTION("one compact entry: the smallest fitting divisor, or its own number") {
    td::compacted_log written(files, "/log", 6);
    fill(written, 0, 6);
    CHECK(td::compacted_log(files, "/log", 10).path(11) == "/log/11.compact");
    CHECK(td::compacted_log(files, "/log", 2).path(7) == "/log/7.compact");
    CHECK(td::compacted_log(files, "/log", 4).path(11) == "/log/11.compact");
  }
}

TEST_CASE("a log may begin with any number, but a hole in it is an error that names the file") {
  td::testing::simulated_file_system files;
  td::compacted_log log(files, "/log");
  fill(log, 57, 61);
  CHECK(log.lines_after(-1) == numbered(57, 61));
  CHECK(files.read_file("/log/59.compact") == "v1\nline 57\nline 58\nline 59");
  fill(log, 61, 64);
  files.remove("/log/62");
  const auto thrown = error_of([&] { (void)log.lines_after(-1); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "log_incomplete");
  CHECK(thrown->file() == "/log/62");
  CHECK(error_id_of([&] { (void)log.lines_after(61); }) == "log_incomplete");
  CHECK(log.lines_after(62) == lines{"line 63"});
}

TEST_CASE("other names in the folder are no entries") {
  td::testing::simulated_file_system files;
  td::compacted_log log(files, "/log");
  fill(log, 0, 1);
  for (const char* name : {"/log/.1.x.tmp", "/log/1.tmp", "/log/01", "/log/x.compact", "/log/.compact", "/log/.0.crc"})
    files.put_file(name, "v1\nwrong");
  CHECK(log.latest() == 0);
  CHECK(log.lines_after(-1) == numbered(0, 1));
}

TEST_CASE("a line of a manifest has the bytes that the engine writes") {
  td::testing::simulated_file_system files;
  auto manifest = td::manifest_of(files, "/out");
  REQUIRE(manifest.add(0, {td::text_of(td::manifest_line_for("/out/part 1.json", 474, 1767606001000))}));
  CHECK(files.read_file("/out/_spark_metadata/0") ==
        "v1\n{\"path\":\"file:///out/part%201.json\",\"size\":474,\"isDir\":false,\"modificationTime\":1767606001000,"
        "\"blockReplication\":1,\"blockSize\":33554432,\"action\":\"add\"}");
  CHECK(td::manifest_files(files, "/out") == lines{"/out/part 1.json"});
  const auto entry = td::manifest_entries(manifest).front();
  CHECK(entry.size == 474);
  CHECK(entry.modified_ms == 1767606001000);
  files.put_file("/out/_spark_metadata/1", "v1\n{\"path\":7}");
  CHECK(error_id_of([&] { (void)td::manifest_files(files, "/out"); }) == "log_malformed");
}

TEST_CASE("a manifest that names a file of another machine is refused") {
  for (const std::string name : {"hdfs://cluster/out/part.json", "part.json", "", "file:", "file://host"}) {
    td::testing::simulated_file_system files;
    auto line = td::manifest_line_for("/out/part.json", 1, 1);
    td::get<"path">(line) = name;
    auto manifest = td::manifest_of(files, "/out");
    REQUIRE(manifest.add(0, {td::text_of(line)}));
    INFO(name);
    CHECK(error_id_of([&] { (void)td::manifest_files(files, "/out"); }) == "log_malformed");
  }
}
