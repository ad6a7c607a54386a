// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Changes of one state between two versions, as bytes: what a store takes, and what a delta or snapshot file holds.

#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

// Takes the records of a change set, or the content of an image.
class change_reader {
 public:
  change_reader() = default;
  change_reader(const change_reader&) = delete;
  change_reader& operator=(const change_reader&) = delete;
  virtual ~change_reader() = default;

  virtual void put(std::string_view key, std::string_view value) = 0;
  virtual void erase(std::string_view key) = 0;
  // All keys that start with a prefix of the same length at or below this one: an evicted group of windows.
  virtual void erase_through(std::string_view prefix) = 0;
};

}  // namespace tidemark
