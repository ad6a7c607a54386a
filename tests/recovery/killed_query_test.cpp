// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// A whole query in a process of its own, killed by SIGKILL at random times until it gets to its end.

#include "catch2_any_version.hpp"
#include "clicks_query.hpp"
#include "durable/scratch_folder.hpp"

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <random>
#include <string>

namespace td = tidemark;

namespace {

constexpr std::size_t input_files = 12;

pid_t started(const std::string& folder, const std::string& store, const std::string& partitions) {
  const pid_t child = fork();
  if (child == 0) {
    execl(TIDEMARK_CLICKS_PROGRAM, "clicks_program", folder.c_str(), store.c_str(), partitions.c_str(),
          static_cast<char*>(nullptr));
    _exit(127);
  }
  return child;
}

// The status with which it ended, or -1 if it was killed after so long.
int ended(pid_t child, useconds_t micros_to_live) {
  int status = 0;
  for (useconds_t waited = 0; waited < micros_to_live; waited += 500) {
    if (waitpid(child, &status, WNOHANG) == child) return status;
    usleep(500);
  }
  kill(child, SIGKILL);
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFSIGNALED(status) ? -1 : status;
}

std::vector<std::string> put_out(const std::string& store, const std::string& partitions, std::uint64_t seed, int kills) {
  const scratch_folder folder;
  td::local_files().make_folders(folder / "in");
  for (std::size_t i = 0; i < input_files; ++i) {
    const std::string name = std::to_string(100 + i) + ".json";
    td::replace_file(td::local_files(), (folder / "in") + "/" + name, clicks::input(i, 20));
  }
  std::mt19937_64 random(seed);
  for (int i = 0; i < kills; ++i) {
    const int status = ended(started(folder.path(), store, partitions), static_cast<useconds_t>(2'000 + random() % 120'000));
    INFO("seed " << seed << ", status " << status);
    REQUIRE((status == -1 || status == 0));
  }
  td::replace_file(td::local_files(), (folder / "in") + "/999.json", clicks::closing_input());
  REQUIRE(ended(started(folder.path(), store, partitions), 60'000'000) == 0);
  return clicks::output(td::local_files(), folder.path());
}

}  // namespace

TEST_CASE("a query that is killed again and again puts out each row once, on both stores") {
  const auto expected = put_out("memory", "1", 0, 0);
  REQUIRE(expected.size() >= 30);
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const char* store : {"memory", "leveldb"})
      for (const char* partitions : {"1", "2"}) {
        INFO("seed " << seed << ", " << store << ", " << partitions << " partitions");
        CHECK(put_out(store, partitions, seed, 4) == expected);
      }
}
