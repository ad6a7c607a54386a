// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The pages with the most views so far, in order, printed as a whole whenever views have come.

#include <tidemark/tidemark.hpp>

namespace td = tidemark;
using namespace td::literals;  // "time"_c

struct view {
  std::string user;
  std::string page;
  td::timestamp time;
};
BOOST_HANA_ADAPT_STRUCT(view, user, page, time);  // makes the struct a record

int main() {
  auto top_pages = td::read_stream(td::json_source<view>("data/views", {.max_files_per_trigger = 1}))
                   | td::group_by("page"_c)
                   | td::agg(td::count().as("views"_c),
                             td::approx_count_distinct("user"_c).as("visitors"_c),
                             td::max_by("user"_c, "time"_c).as("latest"_c))
                   | td::order_by(td::desc("views"_c), "page"_c)
                   | td::limit(10);  // only ten rows are kept while a batch is put in order

  td::streaming_query query = top_pages
                              | td::write_stream(td::console_sink{}, td::complete)
                              | td::start({.name = "top pages", .trigger = td::available_now{}});
  query.await_termination();
}
