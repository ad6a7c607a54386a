// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The files that a source has read or ignores for their age.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>

namespace tidemark {

// Kept: the path and modification time of each file read. Evicted: what has passed the age limit, when the set has doubled, so
// that a file costs the same however many there are. A file is known by its path: that it was changed is not noticed.
class seen_files {
 public:
  explicit seen_files(std::optional<std::chrono::milliseconds> max_age) : max_age_(max_age) {}

  void add(const std::string& path, std::int64_t modified_ms);

  // From now on the age limit counts from the newest file added so far.
  void forget_old();
  bool is_new(const std::string& path, std::int64_t modified_ms) const;

  std::size_t size() const { return by_path_.size(); }

 private:
  static constexpr std::size_t least_to_look_at = 1000;

  std::optional<std::chrono::milliseconds> max_age_;
  std::unordered_map<std::string, std::int64_t> by_path_;
  std::size_t forget_at_ = least_to_look_at;
  std::int64_t newest_ms_ = (std::numeric_limits<std::int64_t>::min)();
  std::int64_t oldest_ms_ = (std::numeric_limits<std::int64_t>::min)();
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/seen_files.ipp>
#endif
