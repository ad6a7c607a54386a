// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/durable/checkpoint.hpp>

#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <random>
#include <string>
#include <thread>

using namespace tidemark;

TEST_CASE("a process killed while it logs leaves whole entries without a hole, and the next one goes on") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const scratch_folder scratch;
  std::int64_t logged = 0;
  for (int round = 0; round < 20; ++round) {
    const auto child = ::fork();
    REQUIRE(child != -1);
    if (child == 0) {
      try {
        open_checkpoint checkpoint(local_files(), scratch / "c");
        for (auto batch = logged;; ++batch) checkpoint.offsets().add(batch, {.ends = {std::to_string(batch)}});
      } catch (const std::exception&) {
        ::_exit(1);
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(2000 + random() % 20000));
    ::kill(child, SIGKILL);
    int result{};
    ::waitpid(child, &result, 0);
    REQUIRE(WIFSIGNALED(result));  // it was killed, and had not given up before

    open_checkpoint checkpoint(local_files(), scratch / "c");
    const auto ids = checkpoint.offsets().files().ids();
    REQUIRE(std::ssize(ids) >= logged);
    for (std::int64_t batch = 0; batch < std::ssize(ids); ++batch) {
      REQUIRE(ids[static_cast<std::size_t>(batch)] == batch);
      REQUIRE(checkpoint.offsets().get(batch)->ends[0] == std::to_string(batch));
    }
    logged = std::ssize(ids);
    REQUIRE(local_files().list(scratch / "c/offsets").size() == ids.size());  // nothing unfinished is left
  }
  CHECK(logged > 0);
}
