// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/files_through.hpp"

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/sources/file_stream.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace td = tidemark;
using namespace std::chrono_literals;
using names = std::vector<std::string>;
using offset = std::optional<td::source_offset>;

namespace {

constexpr auto limited = td::read_limit::of_source;

// A folder "/in" of a simulated machine, and a stream of its files with a log in "/ckpt/sources/0".
struct folder_stream {
  td::testing::simulated_file_system files;
  td::file_source_options options;
  std::optional<td::file_stream> stream;
  offset position;

  explicit folder_stream(td::file_source_options with = {}) : options(std::move(with)) {
    files.make_folders("/in");
    restart();
  }
  void restart() { stream.emplace(td::source_place{files, "/ckpt/sources/0"}, "/in", options); }
  void put(const std::string& name, std::int64_t modified_ms, std::string_view text = "x\n") {
    files.set_time_ms(modified_ms);
    files.put_file("/in/" + name, text);
  }
  // The names of the files of the next batch, without the folder; nothing: there is no batch.
  names batch(td::read_limit limit = limited) {
    const auto end = stream->latest_offset(position, limit);
    if (!end || end == position) return {};
    auto read = stream->files_between(position, *end);
    for (auto& one : read) one.erase(0, sizeof "/in/" - 1);
    position = end;
    return read;
  }
};

names numbered(int first, int past) {
  names found;
  for (int i = first; i < past; ++i) found.push_back("f" + std::to_string(1000 + i));
  return found;
}

}  // namespace

TEST_CASE("files are read once, in the order of their times, then of their names") {
  folder_stream in;
  CHECK(in.stream->latest_offset({}, limited) == std::nullopt);
  in.put("b", 2000);
  in.put("c", 1000);
  in.put("a", 2000);
  CHECK(in.batch() == names{"c", "a", "b"});
  CHECK(in.position == "{\"logOffset\":0}");
  CHECK(in.batch().empty());
  in.put("d", 500);  // moved in with an old time
  CHECK(in.batch() == names{"d"});
  CHECK(in.position == "{\"logOffset\":1}");
}

TEST_CASE("hidden files and files that are being copied or written are no files yet") {
  folder_stream in;
  for (const char* name : {".hidden", "_SUCCESS", "x._COPYING_", "x.tmp", "_folder/x", "folder/x"}) in.put(name, 1);
  CHECK(in.batch().empty());
  in.put("x._COPYING", 2);
  in.put("x.tmp.json", 3);
  CHECK(in.batch() == names{"x._COPYING", "x.tmp.json"});
}

TEST_CASE("the log has the bytes of the engine: escaped URIs, and all of it in each tenth entry") {
  folder_stream in;
  in.put("a b%:.json", 1767606000000);
  in.put("line\nend \"q\"", 1767606000001);
  CHECK(in.batch().size() == 2);
  CHECK(in.files.read_file("/ckpt/sources/0/0") ==
        "v1\n{\"path\":\"file:///in/a%20b%25:.json\",\"timestamp\":1767606000000,\"batchId\":0}"
        "\n{\"path\":\"file:///in/line%0Aend%20%22q%22\",\"timestamp\":1767606000001,\"batchId\":0}");
  for (int i = 1; i < 10; ++i) {
    in.put("f" + std::to_string(i), 1767606000001 + i);
    CHECK(in.batch().size() == 1);
  }
  const auto compact = in.files.read_file("/ckpt/sources/0/9.compact");
  REQUIRE(compact);
  CHECK(std::count(compact->begin(), compact->end(), '\n') == 11);
  CHECK(compact->starts_with("v1\n{\"path\":\"file:///in/a%20b%25:.json\""));
  CHECK(compact->ends_with("\n{\"path\":\"file:///in/f9\",\"timestamp\":1767606000010,\"batchId\":9}"));

  in.restart();
  CHECK(in.batch().empty());
  CHECK(in.stream->files_between("{\"logOffset\":7}", "{\"logOffset\":9}") == names{"/in/f8", "/in/f9"});
  CHECK(in.stream->files_between({}, "{\"logOffset\":0}") == names{"/in/a b%:.json", "/in/line\nend \"q\""});
}

TEST_CASE("a file that changes after it was read is not read again, nor after a restart") {
  folder_stream in;
  in.put("a", 1);
  CHECK(in.batch() == names{"a"});
  in.put("a", 100, "other\n");
  CHECK(in.batch().empty());
  in.restart();
  CHECK(in.batch().empty());
  in.put("b", 50);
  CHECK(in.batch() == names{"b"});
}

TEST_CASE("files that were logged before a crash but in no batch are the next batch, alone") {
  folder_stream in({.max_files_per_trigger = 1});
  in.put("a", 1);
  in.put("b", 2);
  CHECK(in.stream->latest_offset({}, limited) == offset("{\"logOffset\":0}"));
  in.restart();
  CHECK(in.batch() == names{"a"});
  CHECK(in.batch() == names{"b"});
  CHECK(in.batch().empty());
}

TEST_CASE("a batch has at most so many files, and the once trigger all of them") {
  folder_stream in({.max_files_per_trigger = 2});
  for (int i = 0; i < 5; ++i) in.put(numbered(i, i + 1)[0], i);
  CHECK(in.batch() == numbered(0, 2));
  CHECK(in.batch() == numbered(2, 4));
  in.put("f1005", 5);
  CHECK(in.batch() == numbered(4, 6));  // listed again, so that the batch is full
  CHECK(in.batch().empty());
  for (int i = 6; i < 11; ++i) in.put(numbered(i, i + 1)[0], i);
  CHECK(in.batch(td::read_limit::none) == numbered(6, 11));
}

TEST_CASE("a batch has at most so many bytes, but one file") {
  folder_stream in({.max_bytes_per_trigger = 4});
  in.put("f1000", 0, "12345");
  in.put("f1001", 1, "12");
  in.put("f1002", 2, "12");
  in.put("f1003", 3, "123");
  in.put("f1004", 4, "12");
  CHECK(in.batch() == numbered(0, 1));
  CHECK(in.batch() == numbered(1, 3));
  CHECK(in.batch() == numbered(3, 4));
  CHECK(in.batch() == numbered(4, 5));
  CHECK(in.batch().empty());
}

TEST_CASE("newest first with a limit reads the old files too (SPARK-19813)") {
  constexpr std::int64_t day = 24 * 3600 * 1000;
  const bool latest_first = GENERATE(true, false);
  folder_stream in({.max_files_per_trigger = 2, .latest_first = latest_first, .max_file_age = 7 * 24h});
  names expected;
  for (int i = 0; i < 10; ++i) {
    const auto file = numbered(i, i + 1)[0];
    in.put(file, (100 + 3 * i) * day);
    expected.insert(latest_first ? expected.begin() : expected.end(), file);
  }
  names read;
  for (int batch = 0; batch < 5; ++batch) {
    const auto files = in.batch();
    CHECK(files.size() == 2);
    read.insert(read.end(), files.begin(), files.end());
    if (batch == 1) in.restart();
  }
  CHECK(read == expected);
  CHECK(in.batch().empty());
}

TEST_CASE("newest first reads what has come since before what was there") {
  folder_stream in({.max_files_per_trigger = 1, .latest_first = true});
  in.put("a", 1);
  in.put("b", 2);
  CHECK(in.batch() == names{"b"});
  in.put("c", 3);
  CHECK(in.batch() == names{"c"});
  CHECK(in.batch() == names{"a"});
}

TEST_CASE("files that are too old by the newest file read are ignored, but not at the start") {
  folder_stream in({.max_file_age = 10s});
  in.put("first", 1'000);
  in.put("newest", 100'000);
  CHECK(in.batch() == names{"first", "newest"});
  in.put("below", 89'999);
  in.put("at", 90'000);
  in.put("above", 90'001);
  CHECK(in.batch() == names{"at", "above"});
}

TEST_CASE("what is remembered is bounded by the age of files") {
  td::seen_files seen(1s);
  for (std::int64_t i = 0; i < 100'000; ++i) {
    seen.add("f" + std::to_string(i), i);
    seen.forget_old();
  }
  CHECK(seen.size() <= 4002);
  CHECK_FALSE(seen.is_new("f99999", 99'999));
  CHECK_FALSE(seen.is_new("f0", 0));
  CHECK(seen.is_new("other", 98'999));
  CHECK_FALSE(seen.is_new("other", 98'998));
}

TEST_CASE("frozen, only what is there is read, in batches") {
  folder_stream in({.max_files_per_trigger = 2});
  for (int i = 0; i < 3; ++i) in.put(numbered(i, i + 1)[0], i);
  in.stream->freeze();
  in.put("f1003", 3);
  CHECK(in.batch() == numbered(0, 2));
  CHECK(in.batch() == numbered(2, 3));
  CHECK(in.batch().empty());
}

TEST_CASE("only names that match the glob, and only on request what lies deeper") {
  folder_stream in({.glob = "*.json", .recursive = true});
  in.put("a.json", 1);
  in.put("a.csv", 2);
  in.put("2026/01/b.json", 3);
  in.put("_tmp/c.json", 4);
  CHECK(in.batch() == names{"a.json", "2026/01/b.json"});
}

TEST_CASE("one file may be named instead of a folder") {
  td::testing::simulated_file_system files;
  files.put_file("/in/_one.json", "x");
  files.put_file("/in/two.json", "x");
  td::file_stream stream({files, ""}, "/in/_one.json", {});
  const auto end = stream.latest_offset({}, limited);
  REQUIRE(end);
  CHECK(stream.files_between({}, *end) == names{"/in/_one.json"});
  CHECK(stream.latest_offset(end, limited) == end);
}

TEST_CASE("of a folder with a manifest only what that names is read, also when it is compacted meanwhile") {
  folder_stream in({.max_files_per_trigger = 1});
  in.put("part-leftover", 1);
  auto manifest = td::manifest_of(in.files, "/in");
  names read;
  const auto commit = [&](std::int64_t id, int parts) {
    std::vector<std::string> lines;
    for (int part = 0; part < parts; ++part) {
      const auto name = "part-" + std::to_string(100 + id) + "-" + std::to_string(part);
      in.put(name, id);
      lines.push_back(td::text_of(td::manifest_line_for("/in/" + name, 2, id)));
    }
    REQUIRE(manifest.add(id, lines));
  };
  commit(0, 2);
  CHECK(in.batch() == names{"part-100-0"});
  for (std::int64_t id = 1; id < 10; ++id) commit(id, 1);
  for (int i = 0; i < 20; ++i)
    for (auto& one : in.batch()) read.push_back(one);
  CHECK(read == names{"part-100-1", "part-101-0", "part-102-0", "part-103-0", "part-104-0", "part-105-0", "part-106-0",
                      "part-107-0", "part-108-0", "part-109-0"});
}

TEST_CASE("what is not there is named: folder, log entry, files of an offset; and wrong options are") {
  td::testing::simulated_file_system files;
  CHECK(error_id_of([&] { td::file_stream({files, ""}, "/in", {}); }) == "source_folder_missing");
  folder_stream in;
  in.put("a", 1);
  CHECK(in.batch() == names{"a"});
  CHECK(error_id_of([&] { (void)in.stream->latest_offset("{\"logOffset\":1}", limited); }) == "source_log_missing");
  CHECK(error_id_of([&] { (void)in.stream->files_between({}, "{\"logOffset\":1}"); }) == "source_log_missing");
  CHECK(error_id_of([&] { (void)in.stream->latest_offset("5", limited); }) == "source_offset_malformed");
  in.files.put_file("/ckpt/sources/0/0", "v1\n{\"path\":3}");
  CHECK(error_id_of([&] { in.restart(); }) == "log_malformed");
  CHECK(error_id_of([] { td::check_options({.max_files_per_trigger = 1, .max_bytes_per_trigger = 1}); }) ==
        "file_source_options");
  CHECK(error_id_of([] { td::check_options({.max_files_per_trigger = -1}); }) == "file_source_options");
  CHECK(error_id_of([] { td::check_options({.max_file_age = -1ms}); }) == "file_source_options");
  CHECK_NOTHROW(td::check_options(td::file_source_options{.max_files_per_trigger = 1}));
}

TEST_CASE("at whatever step the machine stops, each file is in exactly one batch") {
  for (std::int64_t step = 1;; ++step) {
    folder_stream in({.max_files_per_trigger = 2});
    for (int i = 0; i < 5; ++i) in.put(numbered(i, i + 1)[0], i);
    names read;
    const auto drain = [&] {
      for (auto files = in.batch(); !files.empty(); files = in.batch()) read.insert(read.end(), files.begin(), files.end());
    };
    in.files.crash_at(step);
    bool has_crashed = false;
    try {
      drain();
    } catch (const td::testing::crashed&) {
      has_crashed = true;
      in.files.reboot();
      in.restart();
      drain();
    }
    CHECK(read == numbered(0, 5));
    if (!has_crashed) break;
  }
}

TEST_CASE("files that were read are removed when the batch after them is planned") {
  folder_stream in({.max_files_per_trigger = 2, .clean_source = td::clean_up::remove});
  for (int i = 0; i < 5; ++i) in.put(numbered(i, i + 1)[0], i);
  const auto left = [&] {
    names found;
    for (const auto& one : in.files.list("/in")) found.push_back(one.name);
    return found;
  };
  CHECK(in.batch() == numbered(0, 2));
  CHECK(left() == numbered(0, 5));  // not yet: the batch may be run again
  const auto first = *in.position;
  CHECK(in.batch() == numbered(2, 4));
  in.stream->commit(first);
  CHECK(left() == numbered(2, 5));
  CHECK(in.stream->files_between(first, *in.position) == names{"/in/f1002", "/in/f1003"});

  in.restart();  // before the second batch was cleaned away
  const auto second = *in.position;
  CHECK(in.batch() == numbered(4, 5));
  in.stream->commit(second);
  CHECK(left() == numbered(4, 5));
  in.restart();
  in.put("f1000", 9);  // a name that was read: not read again, and no leftover
  CHECK(in.batch().empty());
  in.put("f1009", 9);
  const auto third = *in.position;
  CHECK(in.batch() == names{"f1009"});
  in.stream->commit(third);
  CHECK(left() == names{"f1000", "f1009"});
}

TEST_CASE("files that were read are moved to an archive with their path, and what can't be is left") {
  folder_stream in({.recursive = true, .clean_source = td::clean_up::archive, .archive_folder = "/kept/here"});
  in.put("a", 1, "one");
  in.put("deep/b", 2, "two");
  CHECK(in.batch() == names{"a", "deep/b"});
  in.files.remove("/in/a");
  in.stream->commit(*in.position);
  CHECK(in.files.read_file("/kept/here/in/deep/b") == "two");
  CHECK(!in.files.status("/in/deep/b"));
  CHECK(!in.files.status("/kept/here/in/a"));
  in.stream->commit(*in.position);
}

TEST_CASE("what the archive has is not replaced: a file whose path is taken there stays") {
  folder_stream in({.clean_source = td::clean_up::archive, .archive_folder = "/kept"});
  in.files.put_file("/kept/in/a", "of an earlier query");
  in.put("a", 1, "one");
  in.put("b", 2, "two");
  CHECK(in.batch() == names{"a", "b"});
  in.stream->commit(*in.position);
  CHECK(in.files.read_file("/kept/in/a") == "of an earlier query");
  CHECK(in.files.read_file("/in/a") == "one");
  CHECK(in.files.read_file("/kept/in/b") == "two");
}

TEST_CASE("an archive that would be read, and the output of another query, are not to be cleaned into or away") {
  td::testing::simulated_file_system files;
  files.make_folders("/in");
  const auto refuses = [&](const td::file_source_options& options) {
    const auto thrown = error_of([&] {
      td::check_options(options);
      td::file_stream(td::source_place{files, ""}, "/in", options);
    });
    return thrown && thrown->id() == "file_source_options";
  };
  CHECK(refuses({.clean_source = td::clean_up::archive, .archive_folder = "/in/old"}));
  CHECK(refuses({.clean_source = td::clean_up::archive, .archive_folder = "/in"}));
  CHECK(refuses({.clean_source = td::clean_up::archive, .archive_folder = "/"}));
  CHECK(refuses({.clean_source = td::clean_up::archive}));
  CHECK(refuses({.clean_source = td::clean_up::remove, .archive_folder = "/old"}));
  CHECK(!refuses({.clean_source = td::clean_up::archive, .archive_folder = "/in2"}));
  files.make_folders("/in/_spark_metadata");
  CHECK(refuses({.clean_source = td::clean_up::remove}));
}

namespace {

// Counts what is asked of the files below.
class counting_files final : public files_through {
 public:
  using files_through::files_through;

  std::int64_t listings = 0;
  std::int64_t listed = 0;

  std::vector<td::file_entry> list(const std::string& folder) override {
    auto found = files_through::list(folder);
    if (folder == "/in") ++listings, listed += static_cast<std::int64_t>(found.size());
    return found;
  }
};

}  // namespace

TEST_CASE("a folder of very many files is listed once for all their batches, which are full (SPARK-30866)") {
  for (const std::int64_t count : {100'000, 200'000}) {
    td::testing::simulated_file_system simulated;
    for (std::int64_t i = 0; i < count; ++i) simulated.put_file("/in/f" + std::to_string(i), "x\n");
    counting_files files(simulated);
    td::file_stream stream(td::source_place{files, ""}, "/in", {.max_files_per_trigger = 1000});
    offset position;
    for (std::int64_t batch = 0; batch < count / 1000; ++batch) {
      const auto end = stream.latest_offset(position, limited);
      REQUIRE(end);
      REQUIRE(stream.files_between(position, *end).size() == 1000);
      position = end;
      stream.commit(*end);
    }
    CHECK(stream.latest_offset(position, limited) == position);
    CHECK(files.listings == 2);  // at the first batch, and when nothing was left
    CHECK(files.listed == 2 * count);
  }
}
