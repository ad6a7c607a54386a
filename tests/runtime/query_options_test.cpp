// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/runtime/query_options.hpp>

#include <chrono>
#include <string>
#include <variant>

#include "catch2_any_version.hpp"

namespace td = tidemark;
using namespace std::chrono_literals;

namespace {

struct policy {
  struct options {
    bool compact_on_commit = false;
  };
};

std::string id_of(const td::start_options<policy>& options) {
  try {
    (void)td::settings_of(options);
    return "";
  } catch (const td::error& problem) {
    return problem.id();
  }
}

}  // namespace

TEST_CASE("options that nobody names have their defaults") {
  const auto settings = td::settings_of(td::start_options<policy>{});
  CHECK(settings.name.empty());
  CHECK(std::holds_alternative<td::default_trigger>(settings.trigger));
  CHECK(settings.partitions == 1);
  CHECK(settings.threads == 1);
  CHECK(settings.watermark_policy == td::watermark_policy::min);
  CHECK(settings.no_data_batches);
  CHECK(settings.min_batches_to_retain == 100);
  CHECK_FALSE(settings.on_log);
}

TEST_CASE("options are named in order and reach the runtime") {
  const td::start_options<policy> options{.name = "page_views",
                                          .trigger = td::processing_time{1s},
                                          .partitions = 8,
                                          .threads = 2,
                                          .watermark_policy = td::watermark_policy::max,
                                          .no_data_batches = false,
                                          .min_batches_to_retain = 5,
                                          .state = {.compact_on_commit = true},
                                          .on_log = [](td::log_level, std::string_view) {}};
  const auto settings = td::settings_of(options);
  CHECK(settings.name == "page_views");
  CHECK(std::get<td::processing_time>(settings.trigger).interval == 1000ms);
  CHECK(settings.partitions == 8);
  CHECK(settings.threads == 2);
  CHECK(settings.watermark_policy == td::watermark_policy::max);
  CHECK_FALSE(settings.no_data_batches);
  CHECK(settings.min_batches_to_retain == 5);
  CHECK(settings.on_log);
  CHECK(options.state.compact_on_commit);
}

TEST_CASE("an option out of its range is refused, one below, at and above the bound") {
  CHECK(id_of({.partitions = 0}) == "option_out_of_range");
  CHECK(id_of({.partitions = 1}).empty());
  CHECK(id_of({.partitions = 2}).empty());
  CHECK(id_of({.threads = 0}) == "option_out_of_range");
  CHECK(id_of({.threads = 1}).empty());
  CHECK(id_of({.threads = 2}).empty());
  CHECK(id_of({.min_batches_to_retain = 0}) == "option_out_of_range");
  CHECK(id_of({.min_batches_to_retain = 1}).empty());
  CHECK(id_of({.min_batches_to_retain = 2}).empty());
  CHECK(id_of({.trigger = td::processing_time{-1ms}}) == "option_out_of_range");
  CHECK(id_of({.trigger = td::processing_time{0ms}}).empty());
  CHECK(id_of({.trigger = td::processing_time{1ms}}).empty());
}

TEST_CASE("the log hook is called, left out when there is none, and what it throws is ignored") {
  td::write_log({}, td::log_level::error, "nobody hears this");
  std::string heard;
  const auto hear = [&](td::log_level level, std::string_view sentence) {
    heard = std::to_string(static_cast<int>(level)).append(sentence);
  };
  td::write_log(hear, td::log_level::warning, "late");
  CHECK(heard == "1late");
  CHECK_NOTHROW(td::write_log([](td::log_level, std::string_view) { throw 1; }, td::log_level::info, "x"));
}
