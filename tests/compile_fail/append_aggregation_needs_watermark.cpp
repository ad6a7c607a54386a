// error: tidemark append_aggregation_needs_watermark: append output of an aggregation needs a watermark
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/tidemark.hpp>

#include <cstdint>
#include <string>
#include <vector>

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
  const std::vector<view> views;
  auto views_per_page = td::read_stream(views)
#ifndef TIDEMARK_EXPECT_ERROR
                        | td::with_watermark("time"_c, 10min)
#endif
                        | td::group_by(td::window("time"_c, 5min), "page"_c) | td::agg(td::count().as("views"_c));

  td::streaming_query query = views_per_page | td::write_stream(td::console_sink(), td::append) |
                              td::start(td::checkpoint{"out/checkpoint"}, {.trigger = td::available_now{}});
  query.await_termination();
}
