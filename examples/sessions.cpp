// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Visits: the views of a user without a pause of ten minutes between them, from a folder of JSON files. A visit is put out once
// no view can come any more that would be a part of it.

#include <tidemark/tidemark.hpp>

#include <cstdio>

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct view {
  std::string user;
  std::string page;
  td::timestamp time;
};
BOOST_HANA_ADAPT_STRUCT(view, user, page, time);

int main() {
  auto visits = td::read_stream(td::json_source<view>("data/views"))
                | td::with_watermark("time"_c, 10min)
                | td::group_by(td::session_window("time"_c, 10min).as("visit"_c), "user"_c)
                | td::agg(td::count().as("views"_c), td::max("time"_c).as("last"_c));

  td::streaming_query query = visits
                              | td::write_stream(td::json_sink("out/visits"), td::append)
                              | td::start(td::checkpoint{"out/checkpoint"}, {.trigger = td::available_now{}});
  query.await_termination();

  for (const std::string& file : td::manifest_files(td::local_files(), "out/visits"))
    std::fputs(td::local_files().read_file(file)->c_str(), stdout);
}
