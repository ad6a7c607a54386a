// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Whole queries, one of each kind of state, in a process of their own, killed by SIGKILL at random times until they get to the
// end.

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"
#include "stateful_queries.hpp"

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/file_system.hpp>

#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace td = tidemark;

namespace {

constexpr std::size_t input_files = 12;

// What is run: a query by name, on a store, with so many partitions.
struct chosen {
  const char* query;
  const char* store;
  const char* partitions;
};

pid_t started(const std::string& folder, const chosen& what) {
  const pid_t child = fork();
  if (child == 0) {
    execl(TIDEMARK_STATEFUL_PROGRAM, "stateful_program", what.query, folder.c_str(), what.store, what.partitions,
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

// What a query has put out in the end, and how it came there.
struct outcome {
  std::vector<std::string> rows;
  useconds_t micros = 0;     // that its last run took
  int kills_in_batches = 0;  // those that left a batch whose offsets are logged and that is not done
};

bool is_inside_batch(const std::string& checkpoint) {
  const auto latest = [&](const char* log) {
    return td::batch_log(td::local_files(), td::path_in(checkpoint, log)).latest().value_or(-1);
  };
  return latest("offsets") > latest("commits");
}

// Killed so many times, each at a time below `most_micros` after its start.
outcome put_out(const chosen& what, std::uint64_t seed, int kills, useconds_t most_micros) {
  const scratch_folder folder;
  const auto put = [&](const std::string& name, const std::string& text) {
    td::local_files().make_folders(td::folder_of(folder / name));
    td::replace_file(td::local_files(), folder / name, text);
  };
  for (std::size_t i = 0; i < input_files; ++i) {
    put("in/" + std::to_string(100 + i) + ".json", clicks::input(i, 20));
    put("others/" + std::to_string(100 + i) + ".json", clicks::input(i, 20, 1));
  }
  std::mt19937_64 random(seed);
  outcome result;
  for (int i = 0; i < kills; ++i) {
    const int status = ended(started(folder.path(), what), static_cast<useconds_t>(random() % most_micros));
    INFO("seed " << seed << ", status " << status);
    REQUIRE((status == -1 || status == 0));
    if (status == -1 && is_inside_batch(folder / "checkpoint")) ++result.kills_in_batches;
  }
  put("in/999.json", clicks::closing_input());
  put("others/999.json", clicks::closing_input());
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(ended(started(folder.path(), what), 60'000'000) == 0);
  result.micros = static_cast<useconds_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count());
  result.rows = clicks::output(td::local_files(), folder.path());
  return result;
}

}  // namespace

TEST_CASE("a query that is killed again and again puts out each row once, with each kind of state and on both stores") {
  int kills_in_batches = 0;
  stateful_queries::for_each([&](const auto& query) {
    const outcome whole = put_out({query.name, "memory", "1"}, 0, 0, 0);
    REQUIRE(whole.rows.size() >= query.least_rows);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const chosen what{query.name, seed % 2 == 0 ? "memory" : "leveldb", seed % 4 < 2 ? "1" : "2"};
      INFO(query.name << ", seed " << seed << ", " << what.store << ", " << what.partitions << " partitions");
      const outcome killed = put_out(what, seed, 4, whole.micros);
      CHECK(killed.rows == whole.rows);
      kills_in_batches += killed.kills_in_batches;
    }
  });
  CHECK(kills_in_batches >= 3);  // else they fall where nothing can be lost
}
