// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the state of a checkpoint means: written at the first start, compared at every later one, differences said in words.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// One column of a key, or one field of a value. `type` is in Spark's words: "BIGINT", "ARRAY<STRING>"; `form` says by what
// bytes it is stored (row/type_text.hpp): "int64", "optional<list<text>>". Columns of one type may have different forms.
struct column_schema {
  std::string name;
  std::string type;
  std::string form;
  bool is_nullable = false;

  friend bool operator==(const column_schema&, const column_schema&) = default;
};

// Something else that the meaning of a step's state depends on, as a plan prints it: {"total", "sum(price)"}.
struct setting_schema {
  std::string name;
  std::string text;

  friend bool operator==(const setting_schema&, const setting_schema&) = default;
};

// One stateful step.
struct step_schema {
  std::string name;  // as progress reports it: "stateStoreSave"
  std::vector<column_schema> key = {};
  std::vector<column_schema> value = {};
  std::vector<setting_schema> settings = {};

  friend bool operator==(const step_schema&, const step_schema&) = default;
};

struct watermark_schema {
  std::string column;
  std::int64_t delay_ms = 0;

  friend bool operator==(const watermark_schema&, const watermark_schema&) = default;
};

// A whole query: steps and watermarks in plan order.
struct state_schema {
  std::string output_mode;
  std::vector<watermark_schema> watermarks = {};
  std::vector<step_schema> steps = {};

  friend bool operator==(const state_schema&, const state_schema&) = default;
};

// What a user may change knowingly: `td::checkpoint{"ckpt", {.accept = {td::change::watermark_delay}}}`.
enum class change { watermark_delay, output_mode };

// One difference between the schema in a checkpoint and that of the program.
struct schema_difference {
  enum class kind { watermark_delay, output_mode, other, step };

  kind what = kind::other;
  std::string sentence;

  bool is_accepted(const std::vector<change>& accept) const;
};

// Finds all differences between two schemas.
class schema_comparison {
 public:
  schema_comparison(const state_schema& stored, const state_schema& current);

  std::vector<schema_difference> differences() && { return std::move(differences_); }

 private:
  using kind = schema_difference::kind;
  using columns = std::vector<column_schema>;

  void note(kind what, std::string sentence) { differences_.push_back({what, std::move(sentence)}); }

  static std::string text_of(const column_schema& column);
  static std::string change_of(const column_schema& stored, const column_schema& current);
  void compare_watermarks(const std::vector<watermark_schema>& stored, const std::vector<watermark_schema>& current);
  void compare_steps(const step_schema& stored, const step_schema& current, const std::string& of_step);
  static const setting_schema* setting(const step_schema& step, const std::string& name);
  void compare_columns(const columns& stored, const columns& current, const std::string& what, const std::string& of_step);

  std::vector<schema_difference> differences_;
};

// Compares the schema of a checkpoint with the program's. The differences that were accepted by name, as sentences for the log;
// throws state_operator_changed (other stateful steps) or state_schema_changed with all that were not.
std::vector<std::string> check_schema(const state_schema& stored, const state_schema& current,
                                      const std::vector<change>& accept, const std::string& path);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/state_schema.ipp>
#endif
