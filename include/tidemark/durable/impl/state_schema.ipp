// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of state_schema.hpp.

#include <tidemark/durable/state_schema.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE bool schema_difference::is_accepted(const std::vector<change>& accept) const {
  const auto has = [&](change one) { return std::find(accept.begin(), accept.end(), one) != accept.end(); };
  return (what == kind::watermark_delay && has(change::watermark_delay)) ||
         (what == kind::output_mode && has(change::output_mode));
}

TIDEMARK_INLINE schema_comparison::schema_comparison(const state_schema& stored, const state_schema& current) {
  if (stored.output_mode != current.output_mode)
    note(kind::output_mode, "the output mode was " + stored.output_mode + ", is " + current.output_mode);
  compare_watermarks(stored.watermarks, current.watermarks);
  const auto count = (std::max)(stored.steps.size(), current.steps.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = "stateful step " + std::to_string(i);
    if (i >= current.steps.size()) note(kind::step, number + " (" + stored.steps[i].name + ") is gone");
    else if (i >= stored.steps.size()) note(kind::step, number + " (" + current.steps[i].name + ") is new");
    else if (stored.steps[i].name != current.steps[i].name)
      note(kind::step, number + " was " + stored.steps[i].name + ", is " + current.steps[i].name);
    else compare_steps(stored.steps[i], current.steps[i], " of " + number + " (" + stored.steps[i].name + ")");
  }
}

TIDEMARK_INLINE std::string schema_comparison::text_of(const column_schema& column) {
  return column.name + " " + column.type + (column.is_nullable ? "" : " NOT NULL");
}

// How the two differ in words. Where the types do not, how they are stored does.
TIDEMARK_INLINE std::string schema_comparison::change_of(const column_schema& stored, const column_schema& current) {
  const bool says_it = text_of(stored) != text_of(current);
  const auto text = [&](const column_schema& one) { return text_of(one) + (says_it ? "" : " stored as " + one.form); };
  return " was " + text(stored) + ", is " + text(current);
}

TIDEMARK_INLINE void schema_comparison::compare_watermarks(const std::vector<watermark_schema>& stored,
                                                           const std::vector<watermark_schema>& current) {
  const auto count = (std::max)(stored.size(), current.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= current.size()) note(kind::other, "the watermark of column " + stored[i].column + " is gone");
    else if (i >= stored.size()) note(kind::other, "the watermark of column " + current[i].column + " is new");
    else if (stored[i].column != current[i].column)
      note(kind::other,
           "watermark " + std::to_string(i) + " was of column " + stored[i].column + ", is of " + current[i].column);
    else if (const auto was = stored[i].delay_ms, is = current[i].delay_ms; was != is)
      note(kind::watermark_delay, "the watermark delay of column " + stored[i].column + " was " + std::to_string(was) +
                                      " ms, is " + std::to_string(is) + " ms");
  }
}

TIDEMARK_INLINE void schema_comparison::compare_steps(const step_schema& stored, const step_schema& current,
                                                      const std::string& of_step) {
  compare_columns(stored.key, current.key, "key column ", of_step);
  compare_columns(stored.value, current.value, "value field ", of_step);
  for (const auto& was : stored.settings) {
    const auto* is = setting(current, was.name);
    if (!is) note(kind::other, "the " + was.name + of_step + " was " + was.text + ", is gone");
    else if (is->text != was.text) note(kind::other, "the " + was.name + of_step + " was " + was.text + ", is " + is->text);
  }
  for (const auto& is : current.settings)
    if (!setting(stored, is.name)) note(kind::other, "the " + is.name + of_step + " is new: " + is.text);
}

TIDEMARK_INLINE const setting_schema* schema_comparison::setting(const step_schema& step, const std::string& name) {
  const auto found = std::find_if(step.settings.begin(), step.settings.end(), [&](const auto& s) { return s.name == name; });
  return found == step.settings.end() ? nullptr : &*found;
}

TIDEMARK_INLINE void schema_comparison::compare_columns(const columns& stored, const columns& current, const std::string& what,
                                                        const std::string& of_step) {
  const auto count = (std::max)(stored.size(), current.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto where = what + std::to_string(i) + of_step;
    if (i >= current.size()) note(kind::other, where + " was " + text_of(stored[i]) + ", is gone");
    else if (i >= stored.size()) note(kind::other, where + " is new: " + text_of(current[i]));
    else if (stored[i] != current[i]) note(kind::other, where + change_of(stored[i], current[i]));
  }
}

TIDEMARK_INLINE std::vector<std::string> check_schema(const state_schema& stored, const state_schema& current,
                                                      const std::vector<change>& accept, const std::string& path) {
  std::vector<std::string> accepted;
  std::string refused;
  bool has_other_steps = false;
  for (const auto& difference : schema_comparison(stored, current).differences()) {
    if (difference.is_accepted(accept)) {
      accepted.push_back(difference.sentence);
      continue;
    }
    refused += (refused.empty() ? "" : ", and ") + difference.sentence;
    has_other_steps = has_other_steps || difference.what == schema_difference::kind::step;
  }
  if (refused.empty()) return accepted;
  throw error(has_other_steps ? "state_operator_changed" : "state_schema_changed",
              "the checkpoint's state was written by another plan: " + refused +
                  "; put the plan back, start with a new checkpoint folder, or, where it is a watermark delay or an output "
                  "mode, accept it by name as in checkpoint{\"...\", {.accept = {change::watermark_delay}}}")
      .in_file(path);
}

}  // namespace tidemark
