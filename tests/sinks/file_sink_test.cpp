// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sinks/csv_sink.hpp>
#include <tidemark/sinks/json_sink.hpp>
#include <tidemark/sinks/text_sink.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace td = tidemark;
using lines = std::vector<std::string>;

namespace {

using result = td::row<td::field<"page", std::string>, td::field<"views", std::optional<std::int64_t>>>;
using results = std::vector<result>;
using one_text = td::row<td::field<"line", std::string>>;

static_assert(td::Sink<td::json_sink, result>);
static_assert(td::Sink<td::csv_sink, result>);
static_assert(!td::Sink<td::csv_sink, td::row<td::field<"xs", std::vector<std::int64_t>>>>);
static_assert(td::Sink<td::text_sink, one_text>);
static_assert(!td::Sink<td::text_sink, result>);
static_assert(!td::json_sink::capabilities.update && !td::json_sink::capabilities.complete);
static_assert(td::json_sink::capabilities.needs_checkpoint && td::json_sink::capabilities.once_per_batch_id);

const std::string query = "0f0a3a6e-6f0e-4a0e-9d5c-3b8f1c2d4e5f";

td::sink_place place(td::file_system& files, std::string query_id = query, std::size_t partitions = 2) {
  return {files, std::move(query_id), "", partitions};
}

template <class Sink>
void write(Sink& sink, td::batch_id id, const results& left, const results& right = {}) {
  sink.begin(id, td::output::new_rows);
  for (const auto& one : left) sink.writer(0).write(one);
  for (const auto& one : right) sink.writer(1).write(one);
}

template <class Sink>
void run(Sink& sink, td::batch_id id, const results& left, const results& right = {}) {
  write(sink, id, left, right);
  sink.prepare(id);
  sink.commit(id);
}

// The lines of all files whose names a shell's `*` gives.
lines cat(td::file_system& files) {
  lines found;
  for (const auto& one : files.list("/out")) {
    if (one.name.starts_with('.') || one.is_folder) continue;
    const auto text = *files.read_file("/out/" + one.name);
    for (std::size_t at = 0; at < text.size();) {
      const auto end = text.find('\n', at);
      found.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

lines counted(td::file_system& files) {
  lines found;
  for (const auto& path : td::manifest_files(files, "/out")) {
    const auto text = *files.read_file(path);
    for (std::size_t at = 0; at < text.size();) {
      const auto end = text.find('\n', at);
      found.push_back(text.substr(at, end - at));
      at = end + 1;
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool has_hidden(td::file_system& files) {
  for (const auto& one : files.list("/out"))
    if (one.name.starts_with('.')) return true;
  for (const auto& one : files.list("/out/_spark_metadata"))
    if (one.name.starts_with('.')) return true;
  return false;
}

}  // namespace

TEST_CASE("a batch is a file a partition and an entry in the manifest, with the names and bytes of the engine") {
  td::testing::simulated_file_system files;
  files.set_time_ms(1767606001000);
  auto sink = td::json_sink("/out").open<result>(place(files, query, 3));
  sink.begin(0, td::output::new_rows);
  sink.writer(2).write(result{"/b \"q\"", std::nullopt});
  sink.writer(0).write(result{"/", 3});
  sink.writer(0).write(result{"/a", 4});
  CHECK(sink.output_rows() == 3);
  sink.prepare(0);
  CHECK(cat(files).empty());
  CHECK(td::manifest_files(files, "/out").empty());
  sink.commit(0);
  const auto uuid = td::part_uuid(query, 0);
  CHECK(td::manifest_files(files, "/out") ==
        lines{"/out/part-00000-" + uuid + "-c000.json", "/out/part-00002-" + uuid + "-c000.json"});
  CHECK(files.read_file("/out/part-00000-" + uuid + "-c000.json") ==
        "{\"page\":\"/\",\"views\":3}\n{\"page\":\"/a\",\"views\":4}\n");
  CHECK(files.read_file("/out/part-00002-" + uuid + "-c000.json") == "{\"page\":\"/b \\\"q\\\"\"}\n");
  CHECK(files.read_file("/out/_spark_metadata/0") ==
        "v1\n{\"path\":\"file:///out/part-00000-" + uuid +
            "-c000.json\",\"size\":47,\"isDir\":false,"
            "\"modificationTime\":1767606001000,\"blockReplication\":1,\"blockSize\":33554432,\"action\":\"add\"}"
            "\n{\"path\":\"file:///out/part-00002-" +
            uuid +
            "-c000.json\",\"size\":20,\"isDir\":false,"
            "\"modificationTime\":1767606001000,\"blockReplication\":1,\"blockSize\":33554432,\"action\":\"add\"}");
  CHECK_FALSE(has_hidden(files));
}

TEST_CASE("a batch without rows has an entry and no file") {
  td::testing::simulated_file_system files;
  auto sink = td::json_sink("/out").open<result>(place(files));
  run(sink, 0, {});
  CHECK(files.read_file("/out/_spark_metadata/0") == "v1");
  CHECK(files.list("/out").size() == 1);
}

TEST_CASE("each tenth entry of the manifest has all files, or as asked for") {
  td::testing::simulated_file_system files;
  auto sink = td::json_sink("/out").open<result>(place(files));
  for (td::batch_id id = 0; id < 12; ++id) run(sink, id, {{"p", id}});
  CHECK(files.status("/out/_spark_metadata/9.compact"));
  CHECK(td::manifest_files(files, "/out").size() == 12);

  auto other = td::json_sink("/other", {.compact_every = 2}).open<result>(place(files));
  run(other, 0, {});
  run(other, 1, {});
  CHECK(files.status("/other/_spark_metadata/1.compact"));
  CHECK(error_id_of([] { td::json_sink("/out", {.compact_every = 0}); }) == "file_sink_options");
}

TEST_CASE("a batch that the manifest has is not written again") {
  td::testing::simulated_file_system files;
  auto first = td::json_sink("/out").open<result>(place(files));
  run(first, 0, {{"a", 0}});
  run(first, 1, {{"b", 1}});
  first.commit(1);
  const auto before = cat(files);
  for (int start = 0; start < 2; ++start) {
    auto again = td::json_sink("/out").open<result>(place(files));
    run(again, start, {{"b", 1}}, {{"x", 9}});
    CHECK(again.output_rows() == 2);
    CHECK(cat(files) == before);
    CHECK(counted(files) == before);
  }
  auto next = td::json_sink("/out").open<result>(place(files));
  run(next, 2, {{"c", 2}});
  CHECK(counted(files).size() == 3);
}

TEST_CASE("a folder with the output of another query is refused, not skipped") {
  td::testing::simulated_file_system files;
  auto first = td::json_sink("/out").open<result>(place(files));
  run(first, 0, {{"a", 0}});
  auto other = td::json_sink("/out").open<result>(place(files, "another query"));
  CHECK(error_id_of([&] { other.begin(0, td::output::new_rows); }) == "sink_folder_of_another_query");
  auto beside = td::json_sink("/out").open<result>(place(files));
  write(beside, 1, {{"b", 1}});
  beside.prepare(1);
  auto same = td::json_sink("/out").open<result>(place(files));
  run(same, 1, {{"b", 1}});
  CHECK(error_id_of([&] { beside.commit(1); }) != "no error");
}

TEST_CASE("files that are none of this sink's stay") {
  td::testing::simulated_file_system files;
  for (const char* name : {"/out/part-00000-x-c000.json", "/out/README", "/out/.mine.tmp", "/out/.part-1.csv.tmp"})
    files.put_file(name, "");
  files.put_file("/out/.part-00000-x-c000.json.tmp", "left");
  auto sink = td::json_sink("/out").open<result>(place(files));
  run(sink, 0, {{"a", 0}});
  for (const char* name : {"/out/part-00000-x-c000.json", "/out/README", "/out/.mine.tmp", "/out/.part-1.csv.tmp"})
    CHECK(files.status(name));
  CHECK_FALSE(files.status("/out/.part-00000-x-c000.json.tmp"));
  CHECK(td::manifest_files(files, "/out").size() == 1);
}

TEST_CASE("names of parts differ for every batch and query, and are the same for the same") {
  CHECK(td::part_uuid("q", 7) == td::part_uuid("q", 7));
  lines all;
  for (td::batch_id id = 0; id < 1000; ++id)
    for (const char* id_of_query : {"q", "r", ""}) all.push_back(td::part_uuid(id_of_query, id));
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
  CHECK(all[0].size() == 36);
  CHECK(td::part_name(3, "u", ".json") == "part-00003-u-c000.json");
  CHECK(td::part_name(99999, "u", ".json") == "part-99999-u-c000.json");
  CHECK(td::part_name(100000, "u", ".json") == "part-100000-u-c000.json");
}

TEST_CASE("output larger than a block is whole") {
  td::testing::simulated_file_system files;
  auto sink = td::text_sink("/out").open<one_text>(place(files));
  std::string expected;
  sink.begin(0, td::output::new_rows);
  for (int i = 0; expected.size() < 3 * td::part_file::block_size; ++i) {
    sink.writer(1).write(one_text{std::string(static_cast<std::size_t>(i % 1000), 'x')});
    expected += std::string(static_cast<std::size_t>(i % 1000), 'x') + "\n";
  }
  sink.prepare(0);
  sink.commit(0);
  const auto paths = td::manifest_files(files, "/out");
  REQUIRE(paths.size() == 1);
  CHECK(paths[0].ends_with(".txt"));
  CHECK((*files.read_file(paths[0]) == expected));
}

// As SPARK-27210 and SPARK-27254: what a failed attempt leaves must never be counted.
TEST_CASE("at whatever step the machine stops, each row counts once, for readers of the manifest and of all files") {
  const auto what = GENERATE(td::testing::unsynced::lost, td::testing::unsynced::torn, td::testing::unsynced::kept);
  constexpr td::batch_id batches = 3;
  const auto rows_of = [](td::batch_id id) { return results{{"p", id}, {"q", id}}; };
  lines expected;
  for (td::batch_id id = 0; id < batches; ++id)
    for (const char* page : {"p", "q", "r"})
      expected.push_back("{\"page\":\"" + std::string(page) + "\",\"views\":" + std::to_string(id) + "}");
  std::sort(expected.begin(), expected.end());

  std::int64_t crashes = 0;
  for (std::int64_t step = 1;; ++step) {
    td::testing::simulated_file_system files;
    td::batch_id done = 0;  // batches that a commit log would have
    files.crash_at(step);
    bool has_crashed = false;
    while (done < batches) {
      try {
        auto sink = td::json_sink("/out", {.compact_every = 2}).open<result>(place(files));
        for (; done < batches; ++done) {
          run(sink, done, rows_of(done), {{"r", done}});
          CHECK(counted(files).size() == static_cast<std::size_t>(3 * (done + 1)));
        }
      } catch (const td::testing::crashed&) {
        has_crashed = true;
        ++crashes;
        files.reboot(what, static_cast<std::uint64_t>(step));
        const auto seen = counted(files);
        CHECK(std::includes(expected.begin(), expected.end(), seen.begin(), seen.end()));
        CHECK((seen.size() == static_cast<std::size_t>(3 * done) || seen.size() == static_cast<std::size_t>(3 * (done + 1))));
      }
    }
    CHECK(counted(files) == expected);
    CHECK(cat(files) == expected);
    CHECK_FALSE(has_hidden(files));
    if (!has_crashed) break;
  }
  CHECK(crashes > 30);
}

TEST_CASE("a full disk is an error, and the batch can be run again") {
  td::testing::simulated_file_system files;
  for (std::int64_t step = 1;; ++step) {
    files.reboot();
    files.fail_at(step, ENOSPC);
    auto id = error_id_of([&] {
      auto sink = td::json_sink("/out").open<result>(place(files, "q", 1));
      run(sink, step - 1, {{"p", step}});
    });
    files.fail_at(0, 0);
    if (id == "no error") break;
    CHECK(id == "disk_full");
    auto sink = td::json_sink("/out").open<result>(place(files, "q", 1));
    run(sink, step - 1, {{"p", step}});
    CHECK(counted(files).size() == static_cast<std::size_t>(step));
    CHECK(cat(files) == counted(files));
  }
}

TEST_CASE("each CSV file begins with the header, and a partition without rows has no file") {
  td::testing::simulated_file_system files;
  const td::csv_sink sink("/out", {.header = td::csv_header::checked});
  auto open = sink.open<result>(place(files));
  run(open, 0, {{"/a,b", 1}, {"/", std::nullopt}}, {{"", 2}});
  run(open, 1, {}, {{"/c", 3}});
  lines texts;
  for (const auto& path : td::manifest_files(files, "/out")) {
    CHECK(path.ends_with("-c000.csv"));
    texts.push_back(*files.read_file(path));
  }
  CHECK(texts == lines{"page,views\n\"/a,b\",1\n/,\n", "page,views\n\"\",2\n", "page,views\n/c,3\n"});
}

namespace {

using visit =
    td::row<td::field<"page", std::string>, td::field<"day", std::optional<std::string>>, td::field<"views", std::int64_t>>;

// What "day"_c is to a sink.
template <td::name Name>
struct column_named {
  static constexpr auto key = Name;
};
constexpr column_named<"day"> day;
constexpr column_named<"views"> views;
constexpr column_named<"none"> none;

lines paths_below_out(td::file_system& files) {
  lines found;
  const std::string uuid_and_end = td::part_uuid(query, 0) + "-c000.json";
  for (auto path : td::manifest_files(files, "/out")) {
    path.erase(0, sizeof "/out/" - 1);
    if (const auto at = path.find(uuid_and_end); at != std::string::npos) path.erase(at);
    found.push_back(path);
  }
  return found;
}

using by_day = decltype(td::json_sink("").partition_by(day));
static_assert(td::Sink<by_day, visit>);
static_assert(!td::Sink<by_day, result>);
static_assert(!td::Sink<decltype(td::json_sink("").partition_by(none)), visit>);
static_assert(!td::Sink<by_day, td::row<td::field<"day", std::string>>>);
static_assert(!td::Sink<by_day, td::row<td::field<"day", std::vector<int>>, td::field<"x", int>>>);
static_assert(td::Sink<decltype(td::text_sink("").partition_by(day, views)), visit>);

}  // namespace

TEST_CASE("rows go to the folder of their values, without them, as Hive lays it out") {
  td::testing::simulated_file_system files;
  auto open = td::json_sink("/out").partition_by(day, views).open<visit>(place(files));
  open.begin(0, td::output::new_rows);
  for (const visit& one : {visit{"/a", "5", 1}, visit{"/b", "6", 1}, visit{"/c", "5", 1}, visit{"/d", std::nullopt, 2}})
    open.writer(0).write(one);
  open.writer(1).write(visit{"/e", "", 2});
  open.writer(1).write(visit{"/f", "a/b=c: 5%\x01é", -3});
  open.prepare(0);
  CHECK(td::manifest_files(files, "/out").empty());
  open.commit(0);
  CHECK(paths_below_out(files) ==
        lines{"day=5/views=1/part-00000-", "day=6/views=1/part-00000-", "day=__HIVE_DEFAULT_PARTITION__/views=2/part-00000-",
              "day=__HIVE_DEFAULT_PARTITION__/views=2/part-00001-", "day=a%2Fb%3Dc%3A 5%25%01é/views=-3/part-00001-"});
  CHECK(counted(files) == lines{R"({"page":"/a"})", R"({"page":"/b"})", R"({"page":"/c"})", R"({"page":"/d"})",
                                R"({"page":"/e"})", R"({"page":"/f"})"});
  CHECK(open.output_rows() == 6);
}

TEST_CASE("each file of a folder begins with its own header, and folders with much are written out early") {
  td::testing::simulated_file_system files;
  auto open = td::csv_sink("/out", {.header = td::csv_header::checked}).partition_by(day).open<visit>(place(files));
  open.begin(0, td::output::new_rows);
  const std::string page(10'000, 'p');
  for (std::int64_t i = 0; i < 1000; ++i) open.writer(0).write(visit{page, std::to_string(i % 100), i});
  std::size_t early = 0;
  for (const auto& folder : files.list("/out"))
    if (folder.is_folder && folder.name.starts_with("day=")) early += files.list("/out/" + folder.name).size();
  CHECK(early == 100);
  open.prepare(0);
  open.commit(0);
  const auto paths = td::manifest_files(files, "/out");
  REQUIRE(paths.size() == 100);
  CHECK((*files.read_file(paths[1])).starts_with("page,views\n" + page + ",1\n" + page + ",101\n"));
  CHECK(counted(files).size() == 1100);
}

TEST_CASE("folders of columns too are cleared of what a failed attempt has left, and of nothing else") {
  const auto sink = td::json_sink("/out").partition_by(day);
  std::int64_t crashes = 0;
  for (std::int64_t step = 1;; ++step) {
    td::testing::simulated_file_system machine;
    machine.put_file("/out/day=5/mine.json", "");
    machine.crash_at(step);
    const auto put_out = [&] {
      auto open = sink.open<visit>(place(machine));
      for (td::batch_id id = 0; id < 2; ++id) {
        open.begin(id, td::output::new_rows);
        open.writer(0).write(visit{"/a", "5", id});
        open.writer(1).write(visit{"/b", "6", id});
        open.prepare(id);
        open.commit(id);
      }
    };
    bool has_crashed = false;
    try {
      put_out();
    } catch (const td::testing::crashed&) {
      has_crashed = true;
      ++crashes;
      machine.reboot(td::testing::unsynced::kept);
      put_out();
    }
    CHECK(counted(machine).size() == 4);
    for (const char* folder : {"/out/day=5", "/out/day=6"})
      for (const auto& one : machine.list(folder)) CHECK_FALSE(one.name.starts_with('.'));
    CHECK(machine.list("/out/day=5").size() == 3);
    if (!has_crashed) break;
  }
  CHECK(crashes > 20);
}

TEST_CASE("files that are older than the retention leave the manifest when it is compacted") {
  td::testing::simulated_file_system files;
  auto open =
      td::json_sink("/out", {.compact_every = 3, .retention = std::chrono::milliseconds(25)}).open<result>(place(files));
  const auto count_after = [&](td::batch_id id) {
    files.set_time_ms(1000 + 10 * id);
    run(open, id, {{"p", id}});
    return td::manifest_files(files, "/out").size();
  };
  CHECK(count_after(0) == 1);
  CHECK(count_after(1) == 2);
  CHECK(count_after(2) == 3);  // 1000, 1010, 1020 are all there at 1020
  CHECK(count_after(3) == 4);
  CHECK(count_after(4) == 5);
  CHECK(count_after(5) == 3);  // compacted at 1050: those of 1025 and later
  CHECK(files.list("/out").size() == 1 + 6);
  CHECK(error_id_of([] { td::json_sink("/out", {.retention = std::chrono::milliseconds(-1)}); }) == "file_sink_options");
}
