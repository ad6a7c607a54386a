// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Clicks per minute and page out of CSV files, into CSV files in a folder for each minute.

#include <tidemark/tidemark.hpp>

#include <cstdio>
#include <string>

namespace td = tidemark;
using namespace td::literals;  // "time"_c
using namespace std::chrono_literals;

struct click {
  td::timestamp time;
  std::string user;
  std::string page;
};
BOOST_HANA_ADAPT_STRUCT(click, time, user, page);  // in the order of the columns of the files

int main() {
  const td::csv_options with_header{.header = td::csv_header::checked};

  auto clicks_per_minute = td::read_stream(td::csv_source<click>("data/clicks", with_header))
                           | td::with_watermark("time"_c, 30s)
                           | td::group_by(td::window("time"_c, 1min), "page"_c)
                           | td::agg(td::count().as("clicks"_c))
                           | td::select(td::hour("window"_c["start"_c]).as("hour"_c),
                                        td::minute("window"_c["start"_c]).as("minute"_c), "page"_c, "clicks"_c);

  td::streaming_query query = clicks_per_minute
                              | td::write_stream(td::csv_sink("out", with_header).partition_by("hour"_c, "minute"_c), td::append)
                              | td::start(td::checkpoint{"checkpoint"}, {.trigger = td::available_now{}});
  query.await_termination();

  for (const std::string& file : td::manifest_files(td::local_files(), "out")) {
    const auto folders = file.substr(file.find("hour="), file.rfind('/') - file.find("hour="));
    std::printf("%s\n%s", folders.c_str(), td::local_files().read_file(file)->c_str());
  }
}
