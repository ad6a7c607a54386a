// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Three outputs of one read: all views, the counts of windows, and the views that came too late to be counted. So nothing is
// lost without a word, and every view is in one of the last two.

#include <tidemark/tidemark.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct view {
  std::string user;
  std::string page;
  td::timestamp time;
};
BOOST_HANA_ADAPT_STRUCT(view, user, page, time);

// A file arrives as a whole, and is read.
void deliver(td::streaming_query& query, const std::string& name, const std::string& lines) {
  std::ofstream("out/arrived/." + name) << lines;
  std::filesystem::rename("out/arrived/." + name, "out/arrived/" + name);
  query.process_all_available();
}

void print(const std::string& folder) {
  std::printf("%s\n", folder.c_str());
  for (const std::string& file : td::manifest_files(td::local_files(), folder))
    std::fputs(td::local_files().read_file(file)->c_str(), stdout);
}

int main() {
  std::filesystem::create_directories("out/arrived");
  const auto views = td::read_stream(td::json_source<view>("out/arrived")) | td::with_watermark("time"_c, 10min);
  const auto counts = views
                      | td::group_by(td::window("time"_c, 5min), "page"_c)
                      | td::agg(td::count().as("views"_c))
                      | td::late_rows_to(td::json_sink("out/late"));

  td::streaming_query query = td::outputs(views | td::write_stream(td::json_sink("out/all"), td::append),
                                          counts | td::write_stream(td::json_sink("out/counts"), td::append))
                              | td::start(td::checkpoint{"out/checkpoint"});

  deliver(query, "1.json",
          R"({"user":"ann","page":"/","time":"2026-01-05T10:00:12Z"}
{"user":"bob","page":"/","time":"2026-01-05T10:21:00Z"})");
  // The watermark stands at 10:11: the window of the first view has ended, that of the second has not.
  deliver(query, "2.json",
          R"({"user":"cat","page":"/","time":"2026-01-05T10:03:00Z"}
{"user":"dan","page":"/","time":"2026-01-05T10:12:00Z"})");
  deliver(query, "3.json", R"({"user":"eve","page":"/docs","time":"2026-01-05T11:00:00Z"})");
  query.stop();

  for (const char* folder : {"out/all", "out/counts", "out/late"}) print(folder);
}
