// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Runs the query of clicks in a folder until all input is read: what killed_query_test.cpp starts and kills.
//   clicks_program FOLDER memory|leveldb PARTITIONS

#include "clicks_query.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/runtime/start.hpp>

#include <cstdlib>
#include <string>

namespace td = tidemark;

namespace {

template <class Policy>
void run(const std::string& folder, std::size_t partitions) {
  auto query = clicks::query(folder) |
               td::start<Policy>(td::checkpoint{folder + "/checkpoint"},
                                 {.trigger = td::available_now{}, .partitions = partitions, .threads = partitions});
  query.await_termination();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const auto partitions = static_cast<std::size_t>(std::atoi(arguments[3]));
  if (arguments[2] == std::string("leveldb")) run<td::leveldb_state>(arguments[1], partitions);
  else run<td::memory_state>(arguments[1], partitions);
}
