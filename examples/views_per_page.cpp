// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Views of pages per five minutes, exactly once, from a folder of JSON files.

#include <tidemark/tidemark.hpp>

#include <cstdio>

namespace td = tidemark;
using namespace td::literals;  // "time"_c
using namespace std::chrono_literals;

struct view {
  std::string user;
  std::string page;
  td::timestamp time;
};
BOOST_HANA_ADAPT_STRUCT(view, user, page, time);  // makes the struct a record

int main() {
  auto views_per_page = td::read_stream(td::json_source<view>("data/views"))
                        | td::with_watermark("time"_c, 10min)
                        | td::group_by(td::window("time"_c, 5min), "page"_c)
                        | td::agg(td::count().as("views"_c));

  td::streaming_query query = views_per_page
                              | td::write_stream(td::json_sink("out/views"), td::append)
                              | td::start(td::checkpoint{"out/checkpoint"}, {.trigger = td::available_now{}});
  query.await_termination();

  for (const std::string& file : td::manifest_files(td::local_files(), "out/views"))
    std::fputs(td::local_files().read_file(file)->c_str(), stdout);
}
