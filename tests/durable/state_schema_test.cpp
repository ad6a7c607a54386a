// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/state_schema.hpp>

#include <string>
#include <vector>

using namespace tidemark;
using sentences = std::vector<std::string>;

namespace {

state_schema stored() {
  return {
      .output_mode = "append",
      .watermarks = {{"time", 10000}},
      .steps = {{.name = "agg",
                 .key = {{"window", "STRUCT<start: TIMESTAMP, end: TIMESTAMP>", "window"}, {"page", "STRING", "text", true}},
                 .value = {{"views", "INT", "int32"}, {"longest", "FLOAT", "float32", true}},
                 .settings = {{"window", "10 s"}}},
                {.name = "drop_duplicates", .key = {{"id", "BIGINT", "int64"}}}}};
}

sentences differences_to(const state_schema& current) {
  sentences all;
  for (const auto& difference : schema_comparison(stored(), current).differences()) all.push_back(difference.sentence);
  return all;
}

std::string problem_of(const state_schema& current, const std::vector<change>& accept = {}) {
  const auto thrown = error_of([&] { check_schema(stored(), current, accept, "c/state/_schema"); });
  return thrown ? thrown->id() : "no error";
}

}  // namespace

TEST_CASE("the same schema has no difference") {
  CHECK(differences_to(stored()).empty());
  CHECK(check_schema(stored(), stored(), {}, "f").empty());
}

TEST_CASE("each difference is said in words") {
  const auto changed = [](auto edit) {
    auto current = stored();
    edit(current);
    return differences_to(current);
  };
  CHECK(changed([](auto& s) { s.output_mode = "update"; }) == sentences{"the output mode was append, is update"});
  CHECK(changed([](auto& s) { s.watermarks[0].delay_ms = 5000; }) ==
        sentences{"the watermark delay of column time was 10000 ms, is 5000 ms"});
  CHECK(changed([](auto& s) { s.watermarks[0].column = "at"; }) == sentences{"watermark 0 was of column time, is of at"});
  CHECK(changed([](auto& s) { s.watermarks.clear(); }) == sentences{"the watermark of column time is gone"});
  CHECK(changed([](auto& s) { s.watermarks.push_back({"at", 1}); }) == sentences{"the watermark of column at is new"});
  CHECK(changed([](auto& s) { s.steps.pop_back(); }) == sentences{"stateful step 1 (drop_duplicates) is gone"});
  CHECK(changed([](auto& s) { s.steps.push_back({.name = "agg"}); }) == sentences{"stateful step 2 (agg) is new"});
  CHECK(changed([](auto& s) { s.steps[0].name = "map_groups"; }) == sentences{"stateful step 0 was agg, is map_groups"});
  CHECK(changed([](auto& s) { s.steps[1].key[0].type = "STRING"; }) ==
        sentences{"key column 0 of stateful step 1 (drop_duplicates) was id BIGINT NOT NULL, is id STRING NOT NULL"});
  CHECK(changed([](auto& s) { s.steps[1].key[0].form = "uint32"; }) ==
        sentences{"key column 0 of stateful step 1 (drop_duplicates) was id BIGINT NOT NULL stored as int64, is id BIGINT NOT "
                  "NULL stored as uint32"});
  CHECK(changed([](auto& s) { s.steps[0].key.pop_back(); }) ==
        sentences{"key column 1 of stateful step 0 (agg) was page STRING, is gone"});
  CHECK(changed([](auto& s) {
          s.steps[0].value.push_back({"users", "BIGINT", "int64"});
        }) == sentences{"value field 2 of stateful step 0 (agg) is new: users BIGINT NOT NULL"});
  CHECK(changed([](auto& s) { s.steps[0].settings[0].text = "20 s"; }) ==
        sentences{"the window of stateful step 0 (agg) was 10 s, is 20 s"});
  CHECK(changed([](auto& s) { s.steps[0].settings.clear(); }) ==
        sentences{"the window of stateful step 0 (agg) was 10 s, is gone"});
  CHECK(changed([](auto& s) {
          s.steps[1].settings = {{"timeout", "event time"}};
        }) == sentences{"the timeout of stateful step 1 (drop_duplicates) is new: event time"});
}

TEST_CASE("a refusal lists every difference and names the file") {
  auto current = stored();
  current.output_mode = "update";
  current.steps[1].key[0].name = "order";
  const auto thrown = error_of([&] { check_schema(stored(), current, {}, "c/state/_schema"); });
  REQUIRE(thrown);
  CHECK(thrown->file() == "c/state/_schema");
  CHECK(std::string(thrown->what()) ==
        "tidemark state_schema_changed: the checkpoint's state was written by another plan: the output mode was append, is "
        "update, and key column 0 of stateful step 1 (drop_duplicates) was id BIGINT NOT NULL, is order BIGINT NOT NULL; put "
        "the plan back, start with a new checkpoint folder, or, where it is a watermark delay or an output mode, accept "
        "it by name as in checkpoint{\"...\", {.accept = {change::watermark_delay}}}");
}

TEST_CASE("other stateful steps have an id of their own") {
  auto current = stored();
  current.output_mode = "update";
  CHECK(problem_of(current) == "state_schema_changed");
  current.steps.pop_back();
  CHECK(problem_of(current) == "state_operator_changed");
  CHECK(problem_of(current, {change::watermark_delay, change::output_mode}) == "state_operator_changed");
}

TEST_CASE("a change is accepted only under its name") {
  auto delay = stored();
  delay.watermarks[0].delay_ms = 0;
  CHECK(problem_of(delay, {change::output_mode}) == "state_schema_changed");
  CHECK(check_schema(stored(), delay, {change::watermark_delay}, "f") ==
        sentences{"the watermark delay of column time was 10000 ms, is 0 ms"});

  auto mode = stored();
  mode.output_mode = "complete";
  CHECK(problem_of(mode, {change::watermark_delay}) == "state_schema_changed");
  CHECK(problem_of(mode, {change::output_mode}) == "no error");

  auto wide = stored();
  wide.steps[0].value[0].type = "BIGINT";
  CHECK(problem_of(wide, {change::watermark_delay, change::output_mode}) == "state_schema_changed");
}
