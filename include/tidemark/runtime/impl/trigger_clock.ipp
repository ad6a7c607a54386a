// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of trigger_clock.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/runtime/trigger_clock.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace tidemark {

TIDEMARK_INLINE void wake_signal::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_all();
}

TIDEMARK_INLINE void wake_signal::wait_for(std::chrono::microseconds longest) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, longest, [this] { return woken_; });
  woken_ = false;
}

TIDEMARK_INLINE void wake_signal::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return woken_; });
  woken_ = false;
}

TIDEMARK_INLINE std::int64_t system_clock::now_ms() const {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::floor<std::chrono::milliseconds>(since_epoch).count();
}

TIDEMARK_INLINE void system_clock::wait_until(std::int64_t due_ms, wake_signal& signal) {
  const std::int64_t left_ms = saturating_subtract(due_ms, now_ms());
  if (left_ms > 0) signal.wait_for(std::chrono::milliseconds((std::min)(left_ms, std::int64_t{1000})));
}

}  // namespace tidemark
