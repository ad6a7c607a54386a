// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// A query that dies in the middle of a batch and is started again: it goes on with the same batch, and with all it knew.

#include <tidemark/tidemark.hpp>

#include <cstdint>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>

namespace td = tidemark;
using namespace td::literals;  // "user"_c

struct view {
  std::string user;
  std::string page;
  td::timestamp time;
};
BOOST_HANA_ADAPT_STRUCT(view, user, page, time);

// Where the results go, with the last batch that has arrived: a batch that comes again is known by its number.
struct totals {
  std::map<std::string, std::int64_t> views;
  td::batch_id latest = -1;
};

// Runs until all files are read, one a batch, or until the power goes in batch `dies_in`.
void run(totals& results, td::batch_id dies_in) {
  const auto store = [&](auto rows, td::batch_id batch) {
    std::printf("batch %d: %zu rows%s\n", static_cast<int>(batch), rows.size(), batch <= results.latest ? ", known" : "");
    if (batch <= results.latest) return;
    for (const auto& row : rows) results.views[td::get<"user">(row)] = td::get<"views">(row);
    results.latest = batch;
    if (batch == dies_in) throw std::runtime_error("the power is gone");
  };

  td::streaming_query query = td::read_stream(td::json_source<view>("data/views", {.max_files_per_trigger = 1}))
                              | td::group_by("user"_c)
                              | td::agg(td::count().as("views"_c))
                              | td::write_stream(td::foreach_batch(store), td::update)
                              | td::start(td::checkpoint{"checkpoint"}, {.trigger = td::available_now{}});
  query.await_termination();
}

int main() {
  totals results;
  try {
    run(results, 1);
  } catch (const td::error& problem) {
    std::printf("stopped in batch %d\n", static_cast<int>(problem.batch().value()));
  }
  run(results, -1);
  for (const auto& [user, views] : results.views) std::printf("%s %d\n", user.c_str(), static_cast<int>(views));
}
