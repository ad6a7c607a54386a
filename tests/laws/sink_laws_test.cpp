// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/formats/csv_lines.hpp>
#include <tidemark/formats/json_lines.hpp>
#include <tidemark/formats/text.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sinks/console_sink.hpp>
#include <tidemark/sinks/csv_sink.hpp>
#include <tidemark/sinks/foreach_batch.hpp>
#include <tidemark/sinks/json_sink.hpp>
#include <tidemark/sinks/memory_sink.hpp>
#include <tidemark/sinks/noop_sink.hpp>
#include <tidemark/sinks/sinks.hpp>
#include <tidemark/sinks/text_sink.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/sink_laws.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace td = tidemark;

namespace {

using word = td::row<td::field<"word", std::string>, td::field<"count", std::optional<std::int64_t>>>;
using words = std::vector<word>;
using line = td::row<td::field<"line", std::string>>;

constexpr const char* kept = "";
const words sample{{"a", 1}, {"b", std::nullopt}, {"c", 3}, {"d", 4}, {"e", 5}, {"f", 6}, {"g", 7}};

template <class S>
std::string verdict(const S& sink, td::file_system& files, std::size_t partitions, const std::function<words()>& visible) {
  return td::testing::broken_sink_law<word>(sink, {files, "a query", "", partitions}, sample, visible).value_or(kept);
}

}  // namespace

TEST_CASE("sinks keep the laws with one partition and with several") {
  const std::size_t partitions = GENERATE(1u, 2u, 3u);
  td::testing::simulated_file_system files;

  SECTION("memory") {
    td::memory_table<word> table;
    CHECK(verdict(td::memory_sink(table), files, partitions, [&] { return table.rows(); }) == kept);
  }
  SECTION("foreach_batch") {
    words seen;
    const td::foreach_batch sink([&](auto rows, td::batch_id) { seen.insert(seen.end(), rows.begin(), rows.end()); });
    CHECK(verdict(sink, files, partitions, [&] { return seen; }) == kept);
  }
  SECTION("a function that keeps the ids of batches makes it once") {
    words seen;
    td::batch_id latest = -1;
    const td::foreach_batch sink([&](auto rows, td::batch_id id) {
      if (id <= latest) return;
      latest = id;
      seen.insert(seen.end(), rows.begin(), rows.end());
    });
    auto open = sink.open<word>({files, "q", "", partitions});
    for (const td::batch_id id : {0, 1, 1, 2, 2, 2, 3}) {
      open.begin(id, td::output::new_rows);
      open.writer(0).write(sample[static_cast<std::size_t>(id)]);
      open.prepare(id);
      open.commit(id);
    }
    CHECK(seen == words(sample.begin(), sample.begin() + 4));
  }
  SECTION("JSON files") {
    CHECK(verdict(td::json_sink("/out"), files, partitions, [&] {
            words seen;
            for (const auto& path : td::manifest_files(files, "/out")) {
              const auto text = *files.read_file(path);
              td::json_line_reader<word> reader;
              reader.open(text);
              reader.read(1000, [&](const word& one) { seen.push_back(one); });
            }
            return seen;
          }) == kept);
  }
  SECTION("CSV files with a header") {
    const td::csv_options form{.header = td::csv_header::checked};
    CHECK(verdict(td::csv_sink("/out", form, {.compact_every = 4}), files, partitions, [&] {
            words seen;
            auto reader = td::csv_lines(form).reader<word, td::fields_of<word>::names, td::malformed::fail>();
            for (const auto& path : td::manifest_files(files, "/out")) {
              const auto text = *files.read_file(path);
              reader.open(text, path);
              reader.read(1000, [&](const word& one) { seen.push_back(one); });
            }
            return seen;
          }) == kept);
  }
  SECTION("text files") {
    const auto seen = [&] {
      std::vector<line> lines;
      for (const auto& path : td::manifest_files(files, "/out")) {
        const auto text = *files.read_file(path);
        td::line_scanner scanner(text);
        for (std::string_view one; scanner.next(one);) lines.push_back(line{std::string(one)});
      }
      return lines;
    };
    CHECK(td::testing::broken_sink_law<line>(td::text_sink("/out", {.compact_every = 3}), {files, "q", "", partitions},
                                             {{"a"}, {""}, {"c"}, {"d"}}, seen)
              .value_or(kept) == kept);
  }
  SECTION("several as one") {
    td::memory_table<word> table;
    const auto sink = td::sinks(td::noop_sink{}, td::memory_sink(table), td::json_sink("/out"));
    CHECK(verdict(sink, files, partitions, [&] { return table.rows(); }) == kept);
  }
  SECTION("console and noop") {
    CHECK(verdict(td::console_sink({.write = [](std::string_view) {}}), files, partitions, {}) == kept);
    CHECK(verdict(td::noop_sink{}, files, partitions, {}) == kept);
  }
}

namespace {

// Sinks that are wrong in one way each.
enum class fault { none, shows_prepared, counts_twice, forgets_order, keeps_failed, miscounts, moves };

template <fault Fault>
struct faulty_sink {
  static constexpr td::sink_capabilities capabilities{.once_per_batch_id = true};
  td::memory_table<word> table;
  words* failed;

  struct row_list {
    words rows;
    void write(const auto& row) { rows.push_back(td::as_row<word>(row)); }
  };
  struct open_sink {
    td::memory_table<word> table;
    words* failed;
    std::vector<row_list> writers;
    std::int64_t count = 0;
    td::batch_id offset = 0;

    void begin(td::batch_id id, td::output mode) {
      replaces = mode == td::output::whole_result;
      if (Fault == fault::moves && id == 1) writers = std::vector<row_list>(writers.size());
      for (auto& one : writers) one.rows.clear();
    }
    bool replaces = false;
    auto& writer(std::size_t partition) { return writers[partition]; }
    void deliver(td::batch_id id) {
      words all = Fault == fault::keeps_failed ? *failed : words{};
      if (Fault == fault::forgets_order)
        for (auto one = writers.rbegin(); one != writers.rend(); ++one)
          all.insert(all.end(), one->rows.begin(), one->rows.end());
      else
        for (auto& one : writers) all.insert(all.end(), one.rows.begin(), one.rows.end());
      count = static_cast<std::int64_t>(all.size()) + (Fault == fault::miscounts ? 1 : 0);
      const bool again = Fault == fault::counts_twice && id == last;
      last = id;
      table.take(again ? "again" + std::to_string(++offset) : "q", id, all, replaces);
    }
    td::batch_id last = -1;
    void prepare(td::batch_id id) {
      if (Fault == fault::shows_prepared) deliver(id);
      for (auto& one : writers) failed->insert(failed->end(), one.rows.begin(), one.rows.end());
    }
    void commit(td::batch_id id) {
      deliver(id);
      failed->clear();
    }
    std::int64_t output_rows() const { return count; }
  };

  std::string description() const { return "faulty"; }
  template <td::Row R>
  open_sink open(const td::sink_place& place) const {
    return {table, failed, std::vector<row_list>(place.partitions)};
  }
};

template <fault Fault>
std::string verdict_of_faulty() {
  td::testing::simulated_file_system files;
  words failed;
  const faulty_sink<Fault> sink{{}, &failed};
  return verdict(sink, files, 2, [&] { return sink.table.rows(); });
}

}  // namespace

TEST_CASE("a sink that breaks a law is found out") {
  CHECK(verdict_of_faulty<fault::none>() == kept);
  CHECK(verdict_of_faulty<fault::shows_prepared>() ==
        "\"a batch that is prepared but not committed is not seen\" does not hold");
  CHECK(verdict_of_faulty<fault::counts_twice>() ==
        "\"a batch that is given again under its id has no second effect\" does not hold");
  CHECK(verdict_of_faulty<fault::forgets_order>() ==
        "\"the rows of committed batches are seen, in the order of batches and partitions\" does not hold");
  CHECK(verdict_of_faulty<fault::keeps_failed>() != kept);
  CHECK(verdict_of_faulty<fault::miscounts>() ==
        "\"the rows of a batch are counted, or it is said that they are not\" does not hold");
  CHECK(verdict_of_faulty<fault::moves>() == "\"a writer stays at its address\" does not hold");
}
