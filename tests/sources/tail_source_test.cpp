// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/files_through.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/formats/csv_lines.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sources/tail_source.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/source_laws.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace td = tidemark;
using lines = std::vector<std::string>;

namespace {

struct hit {
  std::string page;
  std::int64_t count{};
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(hit, page, count);

namespace {

static_assert(td::Source<td::tail_source<>>);
static_assert(td::Source<td::tail_source<hit, td::csv_lines>>);

// A log of a simulated machine, and a query that reads it.
struct log_file {
  td::testing::simulated_file_system files;
  td::tail_source<> source;
  std::optional<td::tail_source<>::open_source> open;
  std::optional<td::source_offset> position;
  std::optional<td::source_offset> before;
  std::string text;
  std::int64_t now_ms = 1000;

  explicit log_file(td::tail_source_options options = {}) : source("/log/app.log", {}, options) { restart(); }

  void restart() { open.emplace(source.open({files, ""})); }
  void write(const std::string& more) {
    files.set_time_ms(++now_ms);
    files.put_file("/log/app.log", text += more);
  }
  // As logrotate does: app.log.2 becomes app.log.3, app.log.1 app.log.2, and app.log app.log.1.
  void rotate() {
    for (const char* number : {"2", "1"})
      if (const std::string from = std::string("/log/app.log.") + number; files.status(from))
        files.rename(from, "/log/app.log." + std::to_string(number[0] - '0' + 1));
    files.rename("/log/app.log", "/log/app.log.1");
    text.clear();
  }
  lines read(const std::optional<td::source_offset>& start, const td::source_offset& end) const {
    lines found;
    auto reader = open->rows<td::name_list<"value">>(start, end);
    reader.read(1000, [&](const td::text_line& one) { found.push_back(one.value); });
    return found;
  }
  lines batch(td::read_limit limit = td::read_limit::of_source) {
    const auto end = open->latest_offset(position, now_ms, limit);
    if (!end || end == position) return {};
    before = position;
    position = end;
    return again();
  }
  lines again() const { return read(before, *position); }
};

// Does something just before a folder is listed.
class disturbed_files final : public files_through {
 public:
  using files_through::files_through;

  std::function<void()> once;

  std::vector<td::file_entry> list(const std::string& folder) override {
    if (const auto disturb = std::exchange(once, nullptr)) disturb();
    return files_through::list(folder);
  }
};

}  // namespace

TEST_CASE("a file that is rotated while files are looked for is found under its new name") {
  log_file log;
  disturbed_files files(log.files);
  log.write("a1\n");
  CHECK(log.batch() == lines{"a1"});
  log.write("a2\n");
  files.once = [&] {
    log.rotate();
    log.write("b1\n");
  };
  log.open.emplace(log.source.open({files, ""}));
  CHECK(log.batch() == lines{"a2", "b1"});
}

TEST_CASE("lines are read as soon as they are whole, each once, also over restarts") {
  log_file log;
  CHECK(log.batch().empty());
  log.write("one\ntw");
  CHECK(log.batch() == lines{"one"});
  CHECK(log.batch().empty());
  log.restart();
  log.write("o\n\nfour\r\nfi");
  CHECK(log.batch() == lines{"two", "", "four"});
  log.write("ve");
  CHECK(log.batch().empty());
  log.restart();
  CHECK(log.again() == lines{"two", "", "four"});
  log.write("\n");
  CHECK(log.batch() == lines{"five"});
}

TEST_CASE("a rotated file is read to its end before the new one, also when it was rotated twice") {
  log_file log;
  log.write("a1\na2\n");
  CHECK(log.batch() == lines{"a1", "a2"});
  log.write("a3\na4 without an end");
  log.rotate();
  CHECK(log.batch() == lines{"a3"});  // nothing new is there yet: the old one may still be written to
  log.write("b1\n");
  log.rotate();
  log.write("c1\nc2");
  CHECK(log.batch() == lines{"a4 without an end", "b1", "c1"});
  log.restart();
  CHECK(log.again() == lines{"a4 without an end", "b1", "c1"});
  log.write("\n");
  log.rotate();
  CHECK(log.again() == lines{"a4 without an end", "b1", "c1"});
  CHECK(log.batch() == lines{"c2"});
}

TEST_CASE("a batch has at most so many bytes, but a line at least") {
  log_file log({.max_bytes_per_trigger = 7});
  log.write("one\ntwo\nthree and more\nfour\n");
  CHECK(log.batch() == lines{"one"});
  CHECK(log.batch() == lines{"two"});
  CHECK(log.batch() == lines{"three and more"});
  log.rotate();
  log.write("five\n");
  CHECK(log.batch() == lines{"four"});
  CHECK(log.batch() == lines{"five"});
  CHECK(log.batch().empty());
  log.write("six\nseven\n");
  CHECK(log.batch(td::read_limit::none) == lines{"six", "seven"});
}

TEST_CASE("a frozen source ends where the file ended, whatever is written or rotated then") {
  log_file log;
  log.write("one\ntwo\n");
  log.open->freeze(0);
  log.write("three\n");
  log.rotate();
  log.write("four\n");
  CHECK(log.batch() == lines{"one", "two"});
  CHECK(log.batch().empty());
  log.restart();
  CHECK(log.batch() == lines{"three", "four"});
}

TEST_CASE("a file that stands under several names is read once, and not to its end while it grows") {
  const scratch_folder folder;
  auto& files = td::local_files();
  const auto write = [&](const std::string& name, const std::string& text) {
    const auto file = files.create(folder.path() + "/" + name);
    file->append(text);
    file->close();
  };
  const auto link = [&](const std::string& to, const std::string& name) {
    std::filesystem::remove(folder.path() + "/" + name);
    std::filesystem::create_hard_link(folder.path() + "/" + to, folder.path() + "/" + name);
  };
  const td::tail_source<> source(folder.path() + "/app.log");
  auto open = source.open({files, ""});
  std::optional<td::source_offset> position;
  const auto batch = [&] {
    lines found;
    const auto end = open.latest_offset(position, 0, td::read_limit::of_source);
    auto reader = open.rows<td::name_list<"value">>(position, *end);
    reader.read(1000, [&](const td::text_line& one) { found.push_back(one.value); });
    position = end;
    return found;
  };

  write("app.log.20261130", "one\ntw");
  link("app.log.20261130", "app.log");
  CHECK(batch() == lines{"one"});
  CHECK(batch().empty());
  write("app.log.20261130", "one\ntwo\nthree\n");
  write("app.log.20261201", "four\nfi");
  link("app.log.20261201", "app.log");
  link("app.log.20261130", "app.log.1");
  CHECK(batch() == lines{"two", "three", "four"});
  CHECK(batch().empty());
}

TEST_CASE("reading begins with the file that is there first, also when it is rotated before it has a whole line") {
  for (const char* first : {"", "a1"}) {
    log_file log;
    log.write(first);
    CHECK(log.batch().empty());
    CHECK(log.position);
    log.write(log.text.empty() ? "a1\n" : "\n");
    log.rotate();
    log.write("b1\n");
    CHECK(log.batch() == lines{"a1", "b1"});
  }
}

TEST_CASE("a source is frozen also while no file has the name") {
  log_file nothing;
  nothing.open->freeze(0);
  nothing.write("one\n");
  CHECK(nothing.batch().empty());

  log_file unread;
  unread.write("one\n");
  unread.rotate();
  unread.open->freeze(0);
  unread.write("two\n");
  CHECK(unread.batch().empty());

  log_file rotated;
  rotated.write("one\n");
  CHECK(rotated.batch() == lines{"one"});
  rotated.write("two\n");
  rotated.rotate();
  rotated.open->freeze(0);
  rotated.write("three\n");
  rotated.rotate();
  rotated.write("four\n");
  CHECK(rotated.batch() == lines{"two"});
  CHECK(rotated.batch().empty());
  rotated.restart();
  CHECK(rotated.batch() == lines{"three", "four"});
}

TEST_CASE("a rotated file has the name with a number or a date, other files are left alone") {
  for (const char* name :
       {".1", "-20261130", ".2026-11-30", "_2026-11-30_21", "-20261130-1764538374", ".2026-11-30T21:00:00Z"}) {
    CAPTURE(name);
    log_file log;
    log.write("a1\n");
    CHECK(log.batch() == lines{"a1"});
    log.write("a2\n");
    log.files.rename("/log/app.log", std::string("/log/app.log") + name);
    log.text.clear();
    log.write("b1\n");
    CHECK(log.batch() == lines{"a2", "b1"});
  }
  for (const char* name : {".err", ".lock", "~", "ger", "1", ".", "-", ".1.gz", "-20261130.zst", ".1~", ".T", ".2.swp"}) {
    CAPTURE(name);
    log_file log;
    log.write("a1\n");
    CHECK(log.batch() == lines{"a1"});
    log.rotate();
    log.files.set_time_ms(++log.now_ms);
    log.files.put_file(std::string("/log/app.log") + name, "of something else\n");
    log.write("b1\n");
    CHECK(log.batch() == lines{"b1"});
  }
}

TEST_CASE("a batch that runs again reads the same, whatever was written to its rotated files or stands beside them since") {
  log_file log;
  log.write("a1\n");
  CHECK(log.batch() == lines{"a1"});
  log.write("a2\n");
  log.rotate();
  log.write("b1\n");
  log.rotate();
  log.write("c1\n");
  CHECK(log.batch() == lines{"a2", "b1", "c1"});
  log.files.put_file("/log/app.log.1", "b1\nb2, late\n");
  log.files.set_time_ms(log.now_ms - 1);  // as old as a file of the batch
  log.files.put_file("/log/app.log.7", "of something else\n");
  log.restart();
  CHECK(log.again() == lines{"a2", "b1", "c1"});
  log.write("c2\n");
  CHECK(log.batch() == lines{"b2, late", "c2"});
  CHECK(log.again() == lines{"b2, late", "c2"});
  CHECK(log.batch().empty());
  log.files.put_file("/log/app.log.1", "b1\nb2, late\nb3, later\n");
  CHECK(log.batch() == lines{"b3, later"});
  CHECK(log.batch().empty());
  log.files.remove("/log/app.log.1");  // it was read
  CHECK(log.batch().empty());
  log.write("c3\n");
  CHECK(log.batch() == lines{"c3"});
}

TEST_CASE("a file that was rotated while it was empty holds nothing up") {
  log_file log;
  log.write("a1\n");
  CHECK(log.batch() == lines{"a1"});
  log.rotate();
  log.write("");
  log.rotate();
  log.write("c1\n");
  CHECK(log.batch() == lines{"c1"});
  CHECK(log.batch().empty());
}

TEST_CASE("a new file with the number of one that was removed is another file") {
  log_file log;
  log.write("one\ntwo\n");
  CHECK(log.batch() == lines{"one", "two"});
  log.files.put_file("/log/app.log", "of a file made anew\nand more of it\n");
  const auto lost = error_of([&] { (void)log.batch(); });
  REQUIRE(lost);
  CHECK(lost->id() == "source_file_gone");
  CHECK(lost->file() == "/log/app.log");

  log_file planned;
  planned.write("one\ntwo\n");
  CHECK(planned.batch() == lines{"one", "two"});
  planned.files.put_file("/log/app.log", "of a file made anew\nand more of it\n");
  const auto other = error_of([&] { (void)planned.again(); });
  REQUIRE(other);
  CHECK(other->id() == "source_file_gone");

  // A common header does not hide it.
  const std::string header = std::string(100, '#') + "\n";
  log_file headed;
  headed.write(header + "one\n");
  CHECK(headed.batch().size() == 2);
  headed.files.put_file("/log/app.log", header + "other\n");
  CHECK(error_of([&] { (void)headed.batch(); }));

  // Removed when it was read: nothing is lost, and the new file is read from its begin.
  log_file read;
  read.write("a1\n");
  CHECK(read.batch() == lines{"a1"});
  read.rotate();
  read.write("b1\n");
  CHECK(read.batch() == lines{"b1"});
  read.files.rename("/log/app.log", "/log/app.log.2");
  read.files.rename("/log/app.log.1", "/log/app.log");
  read.text.clear();
  read.write("c1 of another file\n");
  CHECK(read.batch() == lines{"c1 of another file"});
  CHECK(read.again() == lines{"c1 of another file"});
}

TEST_CASE("what was lost is an error: a rotated file that is gone, a file that was cut") {
  log_file gone;
  gone.write("one\n");
  CHECK(gone.batch() == lines{"one"});
  gone.files.remove("/log/app.log");
  gone.text.clear();
  gone.write("two\n");
  const auto lost = error_of([&] { (void)gone.batch(); });
  REQUIRE(lost);
  CHECK(lost->id() == "source_file_gone");

  log_file cut;
  cut.write("one\ntwo\n");
  CHECK(cut.batch() == lines{"one", "two"});
  cut.files.put_file("/log/app.log", "three\n");
  const auto shorter = error_of([&] { (void)cut.batch(); });
  REQUIRE(shorter);
  CHECK(shorter->id() == "source_file_cut");
}

TEST_CASE("a header is read at the begin of a file only, and errors name the file") {
  td::testing::simulated_file_system files;
  const td::tail_source<hit, td::csv_lines> source("/log/hits.csv", td::csv_lines({.header = td::csv_header::checked}));
  auto open = source.open({files, ""});
  files.put_file("/log/hits.csv", "page,count\n/,1\n");
  const auto first = open.latest_offset({}, 0, td::read_limit::of_source);
  files.put_file("/log/hits.csv", "page,count\n/,1\n/a,2\n/b,x\n");
  const auto second = open.latest_offset(first, 0, td::read_limit::of_source);
  std::int64_t sum = 0;
  const auto add = [&](const hit& one) { sum += one.count; };
  open.rows<td::name_list<"page", "count">>({}, *first).read(10, add);
  CHECK(sum == 1);
  const auto thrown = error_of([&] { open.rows<td::name_list<"page", "count">>(first, *second).read(10, add); });
  CHECK(sum == 3);
  REQUIRE(thrown);
  CHECK(thrown->file() == "/log/hits.csv");
}

TEST_CASE("a file that grows and is rotated keeps the laws of sources") {
  for (const std::int64_t limit : {0, 30}) {
    log_file log({.max_bytes_per_trigger = limit});
    int count = 0;
    CHECK(td::testing::broken_source_law(log.source, {log.files, ""}, [&] {
            if (++count % 5 == 0) log.rotate();
            log.write("line " + std::to_string(count) + "\nanother\nand one " + std::to_string(count) + "\n");
          }).value_or("kept") == "kept");
  }
}
