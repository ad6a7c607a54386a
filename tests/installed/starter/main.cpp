// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/tidemark.hpp>

#include <cstdint>
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

int main() {
  const std::vector<view> views{{"/", 3}, {"/about", 40}, {"/", 95}};

  td::memory_table<view> long_views;
  td::streaming_query query = td::read_stream(views) | td::where("seconds"_c >= 30) |
                              td::write_stream(td::memory_sink(long_views), td::append) |
                              td::start({.trigger = td::available_now{}});
  query.await_termination();

  for (const view& one : long_views) std::cout << one.page << ' ' << one.seconds << '\n';
}
