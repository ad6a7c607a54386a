// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Malformed JSON lines, read from files as the engine read them.

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"
#include "event.hpp"

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/sources/json_source.hpp>

struct named {
  std::optional<std::int64_t> id;
  std::optional<std::string> name;
  std::optional<td::timestamp> at;
};
BOOST_HANA_ADAPT_STRUCT(named, id, name, at);

struct named_or_bad {
  std::optional<std::int64_t> id;
  std::optional<std::string> name;
  std::optional<td::timestamp> at;
  std::optional<std::string> bad;
};
BOOST_HANA_ADAPT_STRUCT(named_or_bad, id, name, at, bad);

namespace {

// A case whose steps are files that appear in a folder. `fails_in` is the step in which the query ends with malformed_record.
template <class Source>
void run_files_case(const std::string& name, std::optional<std::size_t> fails_in = std::nullopt) {
  const engine_cases::recorded_case recorded(name);
  const scratch_folder folder;
  const std::string data = folder.path() + "/data";
  td::local_files().make_folders(data);
  td::testing::driver_options<> options;
  options.files = &td::local_files();
  options.checkpoint.folder = folder.path() + "/checkpoint";
  td::testing::batch_driver driver(td::read_stream(Source(data)), td::append, options);

  std::string differences;
  std::size_t next = 0;
  for (std::size_t step = 0; step < recorded.steps() && differences.empty(); ++step) {
    const std::string file = "00" + std::to_string(step) + ".json";
    const auto content =
        td::local_files().read_file(TIDEMARK_SOURCE_DIR "/tests/engine_cases/cases/" + name + "/input/events/" + file);
    REQUIRE(content);
    td::replace_file(td::local_files(), data + "/" + file, *content);
    if (fails_in == step) {
      try {
        driver.run_batch();
        differences = "step " + std::to_string(step) + " did not fail";
      } catch (const td::error& problem) {
        if (problem.id() != "malformed_record") differences = problem.what();
      }
      break;
    }
    while (const auto ours = driver.run_batch()) {
      if (next == recorded.batches().size()) differences = "more batches than the engine ran";
      else differences += difference_in(recorded, recorded.batches()[next++], *ours);
    }
  }
  if (differences.empty() && next != recorded.batches().size()) differences = "fewer batches than the engine ran";
  engine_cases::note_result(name, differences);
}

}  // namespace

TEST_CASE("engine: malformed JSON lines") {
  run_files_case<td::json_source<named, td::malformed::drop>>("json_dropmalformed");
  run_files_case<td::json_source<named_or_bad, td::malformed::keep_in<"bad">>>("json_permissive");
  run_files_case<td::json_source<named>>("json_failfast", 1);
}
