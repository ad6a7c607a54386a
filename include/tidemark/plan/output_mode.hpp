// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The output modes, as tag types and values: `td::append`, `td::update`, `td::complete`.

namespace tidemark {

namespace output_mode {

// A row is put out once, when it can no longer change.
struct append {
  static constexpr const char* word = "append";
};
// Rows that changed since the last batch.
struct update {
  static constexpr const char* word = "update";
};
// The whole result, each time.
struct complete {
  static constexpr const char* word = "complete";
};

}  // namespace output_mode

inline constexpr output_mode::append append{};
inline constexpr output_mode::update update{};
inline constexpr output_mode::complete complete{};

template <class Mode>
concept OutputMode =
    __is_same(Mode, output_mode::append) || __is_same(Mode, output_mode::update) || __is_same(Mode, output_mode::complete);

}  // namespace tidemark
