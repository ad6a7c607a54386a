// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/schema_file.hpp>
#include <tidemark/testing/crash_points.hpp>

#include <string>
#include <vector>

#include <unistd.h>

using namespace tidemark;
using namespace tidemark::testing;
using sentences = std::vector<std::string>;

TEST_CASE("a new checkpoint has an id, which stays") {
  simulated_file_system files;
  std::string id;
  {
    const open_checkpoint checkpoint(files, "c");
    id = checkpoint.query_id();
    CHECK_FALSE(checkpoint.has_batches());
  }
  CHECK(id.size() == 36);
  CHECK(files.read_file("c/metadata") == "{\"id\":\"" + id + "\"}");
  CHECK(open_checkpoint(files, "c").query_id() == id);
}

TEST_CASE("the names in a checkpoint") {
  const checkpoint_names names{"c"};
  CHECK(names.metadata() == "c/metadata");
  CHECK(names.lock() == "c/.lock");
  CHECK(names.offsets() == "c/offsets");
  CHECK(names.commits() == "c/commits");
  CHECK(names.source(2) == "c/sources/2");
  CHECK(names.schema() == "c/state/_schema");
  CHECK(names.step(1) == "c/state/1");
  CHECK(names.state(1, 12) == "c/state/1/12");
}

TEST_CASE("a second run on a checkpoint is refused, naming who has it") {
  const scratch_folder scratch;
  const open_checkpoint first(local_files(), scratch / "c");
  const auto thrown = error_of([&] { open_checkpoint(local_files(), scratch / "c"); });
  REQUIRE(thrown);
  CHECK(std::string(thrown->what()) == "tidemark checkpoint_in_use: the checkpoint \"" + (scratch / "c") +
                                           "\" is in use by another query of this process; stop that query, or give each query "
                                           "its own checkpoint folder");
  simulated_file_system files;
  const auto lock = files.lock((files.make_folders("c"), "c/.lock"));
  CHECK(std::string(error_of([&] { open_checkpoint(files, "c"); })->what()).find("in use by process 1;") != std::string::npos);
}

TEST_CASE("a refused second run touches nothing") {
  simulated_file_system files;
  files.put_file("c/offsets/.3.8c1b.tmp", "being written by the first run");
  files.put_file("c/metadata", "{\"id\":\"x\"}");
  const auto lock = files.lock("c/.lock");
  CHECK(error_id_of([&] { open_checkpoint(files, "c"); }) == "checkpoint_in_use");
  CHECK(files.status("c/offsets/.3.8c1b.tmp"));
}

TEST_CASE("opening removes what dead runs left unfinished (SPARK-23966)") {
  simulated_file_system files;
  files.put_file("c/offsets/.3.8c1b.tmp", "");
  files.put_file("c/state/0/1/.3.delta.8c1b.tmp", "");
  files.put_file("c/.metadata.8c1b.tmp", "");
  files.put_file("c/state/0/1/3.delta", "");
  const open_checkpoint checkpoint(files, "c");
  CHECK_FALSE(checkpoint.has_batches());
  CHECK_FALSE(files.status("c/offsets/.3.8c1b.tmp"));
  CHECK_FALSE(files.status("c/state/0/1/.3.delta.8c1b.tmp"));
  CHECK_FALSE(files.status("c/.metadata.8c1b.tmp"));
  CHECK(files.status("c/state/0/1/3.delta"));
}

TEST_CASE("a checkpoint with batches and without an id is refused") {
  simulated_file_system files;
  files.put_file("c/commits/0", "v1\n{}");
  const auto thrown = error_of([&] { open_checkpoint(files, "c"); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "checkpoint_metadata_missing");
  CHECK(thrown->file() == "c/metadata");
  files.put_file("c/metadata", "{\"id\"");
  CHECK(error_id_of([&] { open_checkpoint(files, "c"); }) == "checkpoint_metadata_malformed");
  files.put_file("c/metadata", "{\"id\":\"from elsewhere\",\"more\":1}");
  CHECK(open_checkpoint(files, "c").query_id() == "from elsewhere");
}

TEST_CASE("a read-only place is an error that names it") {
  simulated_file_system files;
  files.fail_at(1, EROFS, true);
  const auto thrown = error_of([&] { open_checkpoint(files, "c"); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "file_unwritable");
  CHECK(std::string(thrown->what()).find("Read-only file system") != std::string::npos);
}

TEST_CASE("settings of the first start win, and a notice says so (SPARK-19873, SPARK-24730)") {
  const pinned_settings first{.partitions = 10, .watermark_policy = "max", .state_policy = "memory"};
  CHECK(settle(first, {}).in_force == first);
  CHECK(settle(first, {}).notices.empty());
  CHECK(settle(first, conf_of(first)).notices.empty());

  const auto later = settle({.partitions = 3, .watermark_policy = "min", .state_policy = "leveldb"}, conf_of(first));
  CHECK(later.in_force == first);
  CHECK(later.notices ==
        sentences{"the checkpoint keeps partitions = 10 from its first start; the 3 asked for now is ignored",
                  "the checkpoint keeps watermark_policy = max from its first start; the min asked for now is ignored",
                  "the checkpoint keeps the state policy = memory from its first start; the leveldb asked for now is ignored"});
}

TEST_CASE("settings stand in the log under Spark's names") {
  CHECK(conf_of({.partitions = 4, .watermark_policy = "min", .state_policy = "memory"}) ==
        conf_map{{"spark.sql.shuffle.partitions", "4"},
                 {"spark.sql.streaming.multipleWatermarkPolicy", "min"},
                 {"spark.sql.streaming.stateStore.providerClass", "memory"}});
}

TEST_CASE("a setting that was not recorded: partitions and state policy as asked, the watermark policy min") {
  const auto settled = settle({.partitions = 5, .watermark_policy = "max", .state_policy = "memory"}, {{"other", "x"}});
  CHECK(settled.in_force == pinned_settings{.partitions = 5, .watermark_policy = "min", .state_policy = "memory"});
  CHECK(settled.notices.size() == 1);
}

TEST_CASE("a recorded number of partitions that is none is an error") {
  for (const auto* text : {"", "0", "-1", "4x", "99999999999999999999999"})
    CHECK(error_id_of([&] { settle({}, {{conf_partitions, text}}); }) == "log_malformed");
}

TEST_CASE("the schema is written at the first start and compared once a batch is logged") {
  simulated_file_system files;
  open_checkpoint checkpoint(files, "c");
  const state_schema first{.output_mode = "append", .watermarks = {{"time", 1}}};
  auto second = first;
  second.watermarks[0].delay_ms = 2;

  CHECK(checkpoint.settle_schema(second, {}).empty());
  CHECK(checkpoint.settle_schema(first, {}).empty());  // nothing has run: the plan may change
  checkpoint.offsets().add(0, {});
  CHECK(checkpoint.settle_schema(first, {}).empty());
  CHECK(error_id_of([&] { checkpoint.settle_schema(second, {}); }) == "state_schema_changed");
  CHECK(read_schema(files, "c/state/_schema") == first);
  CHECK(checkpoint.settle_schema(second, {change::watermark_delay}).size() == 1);
  CHECK(read_schema(files, "c/state/_schema") == second);
  CHECK(checkpoint.settle_schema(second, {}).empty());

  files.remove("c/state/_schema");
  CHECK(error_id_of([&] { checkpoint.settle_schema(second, {}); }) == "state_schema_missing");
}

TEST_CASE("at every crash point a checkpoint can be opened again, and an id that was in use stays") {
  std::string used;
  for_every_crash_point(
      [&](simulated_file_system& files) {
        used.clear();
        open_checkpoint checkpoint(files, "a/c");
        checkpoint.settle_schema({.output_mode = "append"}, {});
        used = checkpoint.query_id();
        checkpoint.offsets().add(0, {});
      },
      [&](simulated_file_system& files, const crash_point& point) {
        INFO(point.text());
        open_checkpoint checkpoint(files, "a/c");
        if (!used.empty()) REQUIRE(checkpoint.query_id() == used);
        REQUIRE(checkpoint.settle_schema({.output_mode = "append"}, {}).empty());
      });
}

TEST_CASE("at every failing call opening is an error, and works when the cause is gone") {
  for_every_failure([](simulated_file_system& files) { open_checkpoint(files, "c"); },
                    [](simulated_file_system& files, const crash_point& point) {
                      INFO(point.text());
                      REQUIRE(open_checkpoint(files, "c").query_id().size() == 36);
                    });
}
