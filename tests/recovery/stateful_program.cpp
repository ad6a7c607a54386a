// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Runs a query of stateful_queries.hpp in a folder until all input is read: what killed_query_test.cpp starts and kills.
//   stateful_program QUERY FOLDER memory|leveldb PARTITIONS

#include "stateful_queries.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/runtime/start.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <type_traits>

namespace td = tidemark;

namespace {

// Snapshots of the memory store are made often, and in several pieces.
template <class Policy>
typename Policy::options state_options() {
  if constexpr (std::is_same_v<Policy, td::memory_state>) return {.min_deltas_for_snapshot = 2, .file_cost_bytes = 4};
  else return {};
}

template <class Policy>
void run(auto query, const std::string& folder, std::size_t partitions) {
  auto running =
      query |
      td::start<Policy>(
          td::checkpoint{folder + "/checkpoint"},
          {.trigger = td::available_now{}, .partitions = partitions, .threads = partitions, .state = state_options<Policy>()});
  running.await_termination();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) return 2;
  const std::string name = arguments[1];
  const std::string folder = arguments[2];
  const bool on_leveldb = arguments[3] == std::string("leveldb");
  const auto partitions = static_cast<std::size_t>(std::atoi(arguments[4]));
  bool has_run = false;
  stateful_queries::for_each([&](const auto& query) {
    if (query.name != name) return;
    has_run = true;
    if (on_leveldb) run<td::leveldb_state>(query.make(folder), folder, partitions);
    else run<td::memory_state>(query.make(folder), folder, partitions);
  });
  return has_run ? 0 : 2;
}
