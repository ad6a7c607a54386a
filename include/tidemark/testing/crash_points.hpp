// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs a program once for every step at which the machine can stop, or a call can fail, and checks what is left.
//
//   td::testing::for_every_crash_point(
//       [](td::testing::simulated_file_system& files) { run_my_query(files); },
//       [](td::testing::simulated_file_system& files, const td::testing::crash_point& point) {
//         INFO(point.text());
//         run_my_query(files);  // the restart
//         REQUIRE(rows_of(files) == expected);
//       });

#include <tidemark/row/error.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <cerrno>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>

namespace tidemark::testing {

// Where a run was stopped, and what became of what was not synced.
struct crash_point {
  std::int64_t step = 0;
  unsynced what = unsynced::lost;
  std::uint64_t seed = 0;  // of `torn`
  int failure = 0;         // the errno of a call that failed while the machine ran on; 0: the machine stopped

  std::string text() const {
    std::string said = "step " + std::to_string(step);
    if (failure != 0) return said + " failed with errno " + std::to_string(failure);
    said += ", what was not synced is ";
    if (what == unsynced::torn) return said + "torn, seed " + std::to_string(seed);
    return said + (what == unsynced::lost ? "lost" : "kept");
  }
};

struct crash_options {
  std::uint64_t seeds = 3;       // how many ways of tearing are tried at each step
  std::uint64_t first_seed = 1;
  std::int64_t first_step = 1;   // with a program of many steps: a part of them, or every n-th
  std::int64_t last_step = INT64_MAX;
  std::int64_t every = 1;
};

namespace detail {

template <class Verify>
void verify_at(Verify& inspect, simulated_file_system& files, const crash_point& point) {
  try {
    if constexpr (std::is_invocable_v<Verify&, simulated_file_system&, const crash_point&>) inspect(files, point);
    else inspect(files);
  } catch (const std::exception& problem) {  // what a test framework throws is no std::exception and passes
    std::throw_with_nested(error("crash_point_failed", "at " + point.text() + ": " + problem.what() +
                                                           "; try this point alone with crash_at, or fail_at, and reboot"));
  }
}

}  // namespace detail

// Calls `run(files)` on a new file system for every step k and every fate of unsynced data, stops the machine at step k,
// starts it again and calls `inspect(files)` or `inspect(files, point)`. Each fate ends with a run that is not stopped, and a
// crash behind its last step. Returns how many points were tried. An exception of `run` that is not due to the stop is
// passed on. Requires: `run` does the same steps each time.
template <class Run, class Verify>
std::int64_t for_every_crash_point(Run run, Verify inspect, const crash_options& options = {}) {
  std::int64_t tried = 0;
  const auto all_steps = [&](unsynced what, std::uint64_t seed) {
    for (auto step = options.first_step; step <= options.last_step; step += options.every) {
      simulated_file_system files;
      files.crash_at(step);
      try {
        run(files);
      } catch (...) {
        if (!files.has_crashed()) throw;
      }
      const bool is_last = !files.has_crashed();
      files.reboot(what, seed);
      detail::verify_at(inspect, files, {.step = step, .what = what, .seed = seed});
      ++tried;
      if (is_last) return;
    }
  };
  all_steps(unsynced::lost, 0);
  all_steps(unsynced::kept, 0);
  for (std::uint64_t i = 0; i < options.seeds; ++i) all_steps(unsynced::torn, options.first_seed + i);
  return tried;
}

// Calls `run(files)` on a new file system for every step k and lets that step fail, with a full disk (from then on, until
// `run` returns) and with an input/output error (once). `run` must complete or throw a tidemark::error; then `inspect` is
// called without a crash. Returns how many failures were tried.
template <class Run, class Verify>
std::int64_t for_every_failure(Run run, Verify inspect, const crash_options& options = {}) {
  std::int64_t tried = 0;
  for (const int code : {ENOSPC, EIO}) {
    for (auto step = options.first_step; step <= options.last_step; step += options.every) {
      simulated_file_system files;
      files.fail_at(step, code, code == ENOSPC);
      try {
        run(files);
      } catch (const error&) {
      }
      const bool is_last = files.steps() < step;
      files.fail_at(0, 0);
      detail::verify_at(inspect, files, {.step = step, .failure = code});
      ++tried;
      if (is_last) break;
    }
  }
  return tried;
}

}  // namespace tidemark::testing
