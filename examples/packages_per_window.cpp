// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What a Debian machine did with its packages: actions per day, from the lines of its package log.
//   packages_per_window INPUT OUTPUT CHECKPOINT [MILLISECONDS]
// INPUT is a folder of parts of the log, read one a batch; with MILLISECONDS a batch starts only that often, and the program
// goes on until it is stopped. Started again it goes on where it was, whatever ended it.

#include <tidemark/tidemark.hpp>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct package_action {
  td::timestamp time;
  std::string action;  // "install", "upgrade", "remove", …
  std::string package;
};
BOOST_HANA_ADAPT_STRUCT(package_action, time, action, package);

// "2026-01-05 10:00:00 install libc6:amd64 <none> 2.36-9"; other lines (status, startup) are no action.
std::vector<package_action> actions_in(const td::text_line& line) {
  const std::string_view text = line.value;
  if (text.size() < 21) return {};
  const auto time = td::parse_timestamp(text.substr(0, 19));
  const std::string_view rest = text.substr(20);
  const std::string_view action = rest.substr(0, rest.find(' '));
  if (!time || action.size() == rest.size() || action == "status" || action == "startup") return {};
  const std::string_view package = rest.substr(action.size() + 1);
  return {{*time, std::string(action), std::string(package.substr(0, package.find(' ')))}};
}

int main(int count, char** arguments) {
  if (count < 4) return std::fputs("usage: packages_per_window INPUT OUTPUT CHECKPOINT [MILLISECONDS]\n", stderr), 2;
  const td::trigger trigger = count > 4 ? td::trigger(td::processing_time{std::chrono::milliseconds(std::atoi(arguments[4]))})
                                        : td::trigger(td::available_now{});

  auto actions_per_day = td::read_stream(td::text_source(arguments[1], {.max_files_per_trigger = 1}))
                         | td::flat_map(actions_in)
                         | td::with_watermark("time"_c, 1h)
                         | td::group_by(td::window("time"_c, 24h), "action"_c)
                         | td::agg(td::count().as("times"_c), td::max("package"_c).as("last_by_name"_c));

  td::streaming_query query = actions_per_day
                              | td::write_stream(td::json_sink(arguments[2]), td::append)
                              | td::start(td::checkpoint{arguments[3]}, {.name = "packages", .trigger = trigger});
  query.await_termination();

  for (const std::string& file : td::manifest_files(td::local_files(), arguments[2]))
    std::fputs(td::local_files().read_file(file)->c_str(), stdout);
}
