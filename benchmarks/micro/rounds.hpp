// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two programs timed against each other: rounds of A B B A in one process, CPU time of the process, the median of the rounds'
// ratios.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <vector>

namespace micro {

inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <class F>
double seconds_of(F&& f) {
  const double start = cpu_seconds();
  f();
  return cpu_seconds() - start;
}

inline double quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

// One iteration is one round. Reports ns a row of both, and the ratio of `ours` to `theirs` with its quartiles. `prepare` is
// called before each run and not timed.
template <class Ours, class Theirs, class Prepare>
void compare(benchmark::State& state, std::size_t rows, Ours&& ours, Theirs&& theirs, Prepare&& prepare) {
  const auto timed = [&](auto& program) {
    prepare();
    return seconds_of(program);
  };
  std::vector<double> ratios;
  std::vector<double> our_times;
  std::vector<double> their_times;
  for (auto _ : state) {
    const double first = timed(ours);
    const double second = timed(theirs);
    const double third = timed(theirs);
    const double fourth = timed(ours);
    ratios.push_back((first + fourth) / (second + third));
    our_times.push_back((first + fourth) / 2);
    their_times.push_back((second + third) / 2);
    state.SetIterationTime((first + fourth) / 2);
  }
  const double to_nanoseconds = 1e9 / static_cast<double>(rows);
  state.counters["ours_ns"] = quantile(our_times, 0.5) * to_nanoseconds;
  state.counters["theirs_ns"] = quantile(their_times, 0.5) * to_nanoseconds;
  state.counters["ratio"] = quantile(ratios, 0.5);
  state.counters["ratio_q1"] = quantile(ratios, 0.25);
  state.counters["ratio_q3"] = quantile(ratios, 0.75);
}

template <class Ours, class Theirs>
void compare(benchmark::State& state, std::size_t rows, Ours&& ours, Theirs&& theirs) {
  compare(state, rows, ours, theirs, [] {});
}

}  // namespace micro
