// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/row/record.hpp>
#include <tidemark/sources/csv_source.hpp>
#include <tidemark/sources/json_source.hpp>
#include <tidemark/sources/range_source.hpp>
#include <tidemark/sources/rate_source.hpp>
#include <tidemark/sources/text_source.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/source.hpp>
#include <tidemark/testing/source_laws.hpp>

#include <algorithm>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace td = tidemark;

namespace {

struct click {
  std::string user;
  std::int64_t at{};
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(click, user, at);

namespace {

constexpr const char* kept = "";

template <class S>
std::string verdict(const S& source, td::file_system& files, const std::function<void()>& arrive = {}) {
  return td::testing::broken_source_law(source, {files, "/ckpt/sources/0"}, arrive).value_or(kept);
}

// Adds files of three lines with times that go forth and back.
struct writer_of_files {
  td::testing::simulated_file_system& files;
  std::string ending;
  int count = 0;

  void operator()() {
    ++count;
    files.set_time_ms(1'000'000 + count % 3);
    std::string text;
    for (int line = 0; line < 3; ++line)
      text += "{\"user\":\"u" + std::to_string(count) + "\",\"at\":" + std::to_string(10 * count + line) + "}\n";
    files.put_file("/in/f" + std::to_string(count), text);
  }
};

}  // namespace

TEST_CASE("a source fed by hand keeps the laws") {
  td::testing::simulated_file_system files;
  for (const std::int64_t limit : {0, 1, 2}) {
    td::testing::source<click> source({.blocks_per_trigger = limit});
    std::int64_t n = 0;
    CHECK(verdict(source, files, [&] {
            source.add({{"ann", ++n}, {"bob", ++n}, {"cat", ++n}});
            source.add_batch();
            source.add({{"dan", ++n}});
          }) == kept);
  }
}

TEST_CASE("ranges keep the laws") {
  td::testing::simulated_file_system files;
  CHECK(verdict(td::source_of<std::vector<click>>({{"ann", 1}, {"bob", 2}, {"cat", 3}}), files) == kept);
  CHECK(verdict(td::source_of<std::list<click>>({{"ann", 1}}), files) == kept);
}

TEST_CASE("the rate source keeps the laws") {
  td::testing::simulated_file_system even;
  CHECK(verdict(td::rate_source({.rows_per_second = 7}), even) == kept);
  td::testing::simulated_file_system ramp;
  CHECK(verdict(td::rate_source({.rows_per_second = 100, .ramp_up = std::chrono::seconds(9)}), ramp) == kept);
}

TEST_CASE("file sources keep the laws, whatever their limits") {
  const auto options = GENERATE(td::file_source_options{}, td::file_source_options{.max_files_per_trigger = 1},
                                td::file_source_options{.max_files_per_trigger = 2, .latest_first = true},
                                td::file_source_options{.max_bytes_per_trigger = 100});
  td::testing::simulated_file_system json;
  CHECK(verdict(td::json_source<click>("/in", options), (json.make_folders("/in"), json), writer_of_files{json, ""}) == kept);
  td::testing::simulated_file_system csv;
  const td::csv_options form{.header = td::csv_header::checked, .delimiter = ';'};
  int count = 0;
  CHECK(verdict(td::csv_source<click>("/in", form, options), (csv.make_folders("/in"), csv), [&] {
          csv.set_time_ms(1'000'000 + ++count % 3);
          csv.put_file("/in/f" + std::to_string(count), "user;at\n\"u;" + std::to_string(count) + "\";1\nu;2\n");
        }) == kept);
  td::testing::simulated_file_system text;
  CHECK(verdict(td::text_source("/in", options), (text.make_folders("/in"), text), writer_of_files{text, ""}) == kept);
}

TEST_CASE("a file source keeps the laws on the files of this machine") {
  const scratch_folder folder;
  auto& files = td::local_files();
  files.make_folders(folder / "in");
  int count = 0;
  CHECK(td::testing::broken_source_law(td::text_source(folder / "in", {.max_files_per_trigger = 1}), {files, folder / "ckpt"},
                                       [&] {
                                         auto file = files.create(folder / ("in/" + std::to_string(++count)));
                                         file->append("a line of " + std::to_string(count) + "\nanother");
                                         file->close();
                                       })
            .value_or(kept) == kept);
}

namespace {

// Sources that are wrong in one way each, over a source fed by hand that is not.
enum class fault { none, goes_back, forgets, gives_more, passes_freeze, two_lines };

template <fault Fault>
struct faulty_source {
  using row = click;
  static constexpr td::source_capabilities capabilities{};
  td::testing::source<click> inner;

  struct reader {
    td::testing::block_reader<click> inner;
    std::size_t done = 0;

    template <class F>
    std::size_t read(std::size_t most, F&& f) {
      const std::size_t more = Fault == fault::gives_more && most < 10 ? 1 : 0;
      const std::size_t count = (std::min)(most + more, inner.size() - done);
      inner.read_part(done, count, f);
      done += count;
      return count;
    }
  };

  struct open_source {
    td::testing::source<click>::open_source inner;
    mutable int reads = 0;

    std::optional<td::source_offset> latest_offset(const std::optional<td::source_offset>& start, std::int64_t now,
                                                   td::read_limit limit) {
      if (Fault == fault::goes_back && start) return std::nullopt;
      auto end = inner.latest_offset(start, now, limit);
      if (Fault == fault::two_lines && end) *end = "\n" + *end;
      return end;
    }
    template <class Columns>
    reader rows(const std::optional<td::source_offset>& start, const td::source_offset& end) const {
      if (Fault == fault::forgets && ++reads % 5 == 0) return {inner.rows<Columns>(end, end)};
      return {inner.rows<Columns>(start, end)};
    }
    void freeze(std::int64_t now) {
      if (Fault != fault::passes_freeze) inner.freeze(now);
    }
    void commit(const td::source_offset& end) { inner.commit(end); }
    void interrupt() {}
  };

  std::string description() const { return "faulty"; }
  open_source open(const td::source_place& place) const { return {inner.open(place)}; }
};

template <fault Fault>
std::string verdict_of_faulty() {
  td::testing::simulated_file_system files;
  faulty_source<Fault> source;
  return verdict(source, files, [&] { source.inner.add({{"ann", 1}, {"bob", 2}, {"cat", 3}}); });
}

}  // namespace

TEST_CASE("a source that breaks a law is found out") {
  CHECK(verdict_of_faulty<fault::none>() == kept);
  CHECK(verdict_of_faulty<fault::goes_back>() == "\"once an offset is known, one is known for ever\" does not hold");
  CHECK(verdict_of_faulty<fault::forgets>() ==
        "\"the rows between two offsets are the same when they are read again\" does not hold");
  CHECK(verdict_of_faulty<fault::gives_more>() == "\"a reader gives at most as many rows as asked for\" does not hold");
  CHECK(verdict_of_faulty<fault::passes_freeze>() == "\"a frozen source does not pass what was there\" does not hold");
  CHECK(verdict_of_faulty<fault::two_lines>() == "\"an offset is one line of text\" does not hold");
}
