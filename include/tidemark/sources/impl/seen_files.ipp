// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of seen_files.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/sources/seen_files.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace tidemark {

TIDEMARK_INLINE void seen_files::add(const std::string& path, std::int64_t modified_ms) {
  newest_ms_ = (std::max)(newest_ms_, modified_ms);
  by_path_[path] = modified_ms;
}

TIDEMARK_INLINE void seen_files::forget_old() {
  if (!max_age_) return;
  oldest_ms_ = saturating_subtract(newest_ms_, max_age_->count());
  if (by_path_.size() < forget_at_) return;
  std::erase_if(by_path_, [&](const auto& one) { return one.second < oldest_ms_; });
  forget_at_ = (std::max)(2 * by_path_.size(), least_to_look_at);
}

TIDEMARK_INLINE bool seen_files::is_new(const std::string& path, std::int64_t modified_ms) const {
  return modified_ms >= oldest_ms_ && !by_path_.contains(path);
}

}  // namespace tidemark
