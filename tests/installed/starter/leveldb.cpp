// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/leveldb.hpp>
#include <tidemark/tidemark.hpp>

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

namespace td = tidemark;
using namespace td::literals;

struct view {
  std::string page;
  std::int64_t seconds;
};
BOOST_HANA_ADAPT_STRUCT(view, page, seconds);

using views_of_page = td::row<td::field<"page", std::string>, td::field<"views", std::int64_t>>;

int main() {
  const std::vector<view> views{{"/", 3}, {"/about", 40}, {"/", 95}};
  std::filesystem::remove_all("checkpoint");

  td::memory_table<views_of_page> counts;
  td::streaming_query query = td::read_stream(views) | td::group_by("page"_c) | td::agg(td::count().as("views"_c)) |
                              td::write_stream(td::memory_sink(counts), td::complete) |
                              td::start<td::leveldb_state>(td::checkpoint{"checkpoint"}, {.trigger = td::available_now{}});
  query.await_termination();

  std::int64_t views_counted = 0;
  for (const views_of_page& row : counts) views_counted += td::get<"views">(row);
  std::cout << views_counted << " views\n";
}
