// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/commit_log.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

using namespace tidemark;
using tidemark::testing::simulated_file_system;

TEST_CASE("a commit entry has exactly these bytes, and is read back") {
  simulated_file_system files;
  commit_log log(files, "c/commits");
  log.add(12, {.next_watermark_ms = 1767606005000});
  CHECK(files.read_file("c/commits/12") == "v1\n{\"nextBatchWatermarkMs\":1767606005000}");
  CHECK(log.get(12) == commit_entry{1767606005000});
  CHECK_FALSE(log.get(11));
}

TEST_CASE("a commit without its second line has watermark 0, and members that are not known are passed over") {
  simulated_file_system files;
  const commit_log log(files, "c/commits");
  files.put_file("c/commits/0", "v1");
  files.put_file("c/commits/1", "v1\n{}");
  files.put_file("c/commits/2", "v1\n{\"nextBatchWatermarkMs\":5,\"stateUniqueIds\":{\"0\":[[\"a\"]]}}");
  files.put_file("c/commits/3", "v1\n{\"nextBatch");
  files.put_file("c/commits/4", "");
  CHECK(log.get(0) == commit_entry{0});
  CHECK(log.get(1) == commit_entry{0});
  CHECK(log.get(2) == commit_entry{5});
  CHECK(error_id_of([&] { log.get(3); }) == "log_malformed");
  CHECK(error_of([&] { log.get(3); })->file() == "c/commits/3");
  CHECK(error_id_of([&] { log.get(4); }) == "log_incomplete");
}
