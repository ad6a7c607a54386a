// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The files of a recorded case.

#include "catch2_any_version.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/row/column_kind.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine_cases {

namespace td = tidemark;

inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// The texts of the elements of a JSON array.
inline std::vector<std::string_view> elements_of(std::string_view array) {
  array.remove_prefix(std::min(array.find('['), array.size()));
  std::vector<std::string_view> elements;
  std::size_t depth = 0;
  bool in_string = false;
  std::size_t start = 1;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const char c = array[i];
    if (in_string) {
      if (c == '\\') ++i;
      else if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') in_string = true;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if ((c == ',' && depth == 1) || (c == ']' && depth == 0)) {
      if (array.substr(start, i - start).find_first_not_of(' ') != std::string_view::npos)
        elements.push_back(array.substr(start, i - start));
      start = i + 1;
    }
  }
  return elements;
}

using recorded_step =
    td::row<td::field<"operator", std::string>, td::field<"total", std::int64_t>, td::field<"updated", std::int64_t>,
            td::field<"removed", std::int64_t>, td::field<"dropped_by_watermark", std::int64_t>,
            td::field<"dropped_duplicates", std::optional<std::int64_t>>>;

// One batch that the engine ran.
class recorded_batch {
 public:
  explicit recorded_batch(std::string_view line) : content_(td::read_json<content>(line)) {}

  std::int64_t batch() const { return td::get<"batch">(content_); }
  std::optional<std::int64_t> step() const { return td::get<"step">(content_); }
  std::int64_t watermark_ms() const { return td::get<"watermark_ms">(content_); }
  std::int64_t input_rows() const { return td::get<"input_rows">(content_); }
  const std::vector<recorded_step>& state() const { return td::get<"state">(content_); }
  const std::string& rows_text() const { return td::get<"rows">(content_); }

  // What tidemark has of a step's rows in state where it departs from the engine.
  void expect_instead(std::size_t step, std::int64_t total, std::int64_t removed) {
    td::get<"total">(td::get<"state">(content_).at(step)) = total;
    td::get<"removed">(td::get<"state">(content_).at(step)) = removed;
  }

  // The rows, their values by the order of R's columns.
  template <td::Row R>
  std::vector<R> rows() const {
    std::vector<R> rows;
    for (const std::string_view one : elements_of(rows_text())) rows.push_back(td::read_json<R>(object_of<R>(one)));
    return rows;
  }

 private:
  using content = td::row<td::field<"batch", std::int64_t>, td::field<"step", std::optional<std::int64_t>>,
                          td::field<"rows", std::string>, td::field<"watermark_ms", std::int64_t>,
                          td::field<"input_rows", std::int64_t>, td::field<"state", std::vector<recorded_step>>>;

  // A map is recorded as a list of pairs; one with keys of text is read as an object.
  template <class T>
  static std::string text_of(std::string_view value) {
    if constexpr (td::Map<td::without_null<T>>) {
      value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
      if (!value.starts_with('[')) return std::string(value);
      std::string object = "{";
      for (const std::string_view one : elements_of(value)) {
        const auto pair = elements_of(one);
        ((object += object.size() > 1 ? "," : "") += pair.at(0)) += ':';
        object += pair.at(1);
      }
      return object + "}";
    } else {
      return std::string(value);
    }
  }
  template <td::Row R>
  static std::string object_of(std::string_view array) {
    const auto values = elements_of(array);
    std::string object;
    std::size_t i = 0;
    [&]<class... Fields>(td::field_list<Fields...>) {
      REQUIRE(values.size() == sizeof...(Fields));
      ((object += object.empty() ? "{\"" : ",\"", object += Fields::key.view(),
        object += "\":", object += text_of<typename Fields::type>(values[i++])),
       ...);
    }(td::fields_of<R>{});
    return object + "}";
  }

  content content_;
};

// A case: a folder in cases/.
class recorded_case {
 public:
  explicit recorded_case(const std::string& name)
      : folder_(std::string(TIDEMARK_SOURCE_DIR "/tests/engine_cases/cases/") + name) {
    settings_ = td::read_json<settings>(file("case.json"));
    const std::string expected = file("expected.jsonl");
    for (const std::string_view line : lines_of(expected)) batches_.emplace_back(line);
    for (const auto& [source, schema] : td::get<"sources">(settings_)) {
      std::size_t files = 0;
      for (const auto& one : td::local_files().list(folder_ + "/input/" + source)) files += one.is_folder ? 0 : 1;
      steps_ = std::max(steps_, files);
    }
    REQUIRE(steps_ > 0);
  }

  const std::vector<recorded_batch>& batches() const { return batches_; }
  std::vector<recorded_batch>& batches() { return batches_; }
  std::size_t steps() const { return steps_; }
  bool is_drain() const { return td::get<"schedule">(settings_) == "drain"; }
  bool is_by_clock() const { return td::get<"schedule">(settings_) == "clock"; }
  bool is_ordered() const { return td::get<"ordered">(settings_).value_or(false); }
  // Which rows there are depends on the partitions; only their number does not.
  bool has_rows_of_partitions() const {
    const auto& what = td::get<"partition_dependent">(settings_);
    return what && std::find(what->begin(), what->end(), "rows") != what->end();
  }
  const std::string& output_mode() const { return td::get<"output_mode">(settings_); }
  bool restarts_after(std::size_t step) const {
    const auto& steps = td::get<"restart_after">(settings_);
    return steps && std::find(steps->begin(), steps->end(), static_cast<std::int64_t>(step)) != steps->end();
  }
  bool has_no_data_batches() const { return conf("spark.sql.streaming.noDataMicroBatches.enabled") != "false"; }
  bool has_max_policy() const { return conf("spark.sql.streaming.multipleWatermarkPolicy") == "max"; }

  // Over how many partitions the case is run: where the order of rows counts among keys, as the engine did.
  std::vector<std::size_t> partitions() const {
    if (conf("spark.sql.shuffle.partitions") == "1") return {1};
    return {1, 2, 5};
  }

  // The rows that this step gives to a source; a step that has no file gives none.
  template <td::Row R>
  std::vector<R> input(const std::string& source, std::size_t step) const {
    const std::string digits = std::to_string(step);
    const std::string name = "input/" + source + "/" + std::string(3 - digits.size(), '0') + digits + ".json";
    return is_by_clock() && !td::local_files().read_file(folder_ + "/" + name) ? std::vector<R>() : rows_in<R>(name);
  }
  template <td::Row R>
  std::vector<R> table(const std::string& name) const {
    return rows_in<R>("static/" + name + ".json");
  }

  std::string file(const std::string& name) const {
    const auto content = td::local_files().read_file(folder_ + "/" + name);
    INFO(folder_ + "/" + name);
    REQUIRE(content);
    return *content;
  }

 private:
  template <td::Row R>
  std::vector<R> rows_in(const std::string& name) const {
    const std::string lines = file(name);
    std::vector<R> rows;
    for (const std::string_view line : lines_of(lines)) rows.push_back(td::read_json<R>(line));
    return rows;
  }
  using settings =
      td::row<td::field<"output_mode", std::string>, td::field<"schedule", std::string>,
              td::field<"ordered", std::optional<bool>>, td::field<"restart_after", std::optional<std::vector<std::int64_t>>>,
              td::field<"partition_dependent", std::optional<std::vector<std::string>>>,
              td::field<"conf", std::map<std::string, std::string>>, td::field<"sources", std::map<std::string, std::string>>>;

  std::string conf(const std::string& name) const {
    const auto& all = td::get<"conf">(settings_);
    const auto found = all.find(name);
    return found == all.end() ? "" : found->second;
  }

  std::string folder_;
  settings settings_;
  std::vector<recorded_batch> batches_;
  std::size_t steps_ = 0;
};

// Counts the cases, and prints at the end: engine cases: N passed, N failed, N not yet (operators missing: …).
class case_counts {
 public:
  static case_counts& all() {
    static case_counts counts;
    return counts;
  }
  ~case_counts() {
    std::printf("engine cases: %d passed, %d failed, %zu not yet (operators missing: %s)\n", passed_, failed_, not_yet().size(),
                missing_operators().c_str());
  }

  void note(bool passed) { ++(passed ? passed_ : failed_); }

 private:
  // Recorded cases whose operators do not exist, as "case operator" a line.
  static std::vector<std::string> not_yet() {
    const auto list = td::local_files().read_file(TIDEMARK_SOURCE_DIR "/tests/engine_cases/not_yet.txt");
    std::vector<std::string> lines;
    if (list)
      for (const std::string_view line : lines_of(*list)) lines.emplace_back(line);
    return lines;
  }
  static std::string missing_operators() {
    std::vector<std::string> operators;
    for (const std::string& line : not_yet()) operators.push_back(line.substr(std::min(line.find(' ') + 1, line.size())));
    std::sort(operators.begin(), operators.end());
    operators.erase(std::unique(operators.begin(), operators.end()), operators.end());
    std::string text;
    for (const std::string& one : operators) (text += text.empty() ? "" : ", ") += one;
    return text;
  }

  int passed_ = 0;
  int failed_ = 0;
};

inline void note_result(const std::string& name, const std::string& differences) {
  case_counts::all().note(differences.empty());
  INFO(name << ": " << differences);
  CHECK(differences.empty());
}

}  // namespace engine_cases
