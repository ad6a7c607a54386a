// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// When the next batch is due, by a clock that can be replaced.

#include <tidemark/row/timestamp.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace tidemark {

// Ends waits early. A call of `wake` while nobody waits ends the next wait. One thread waits; any thread may wake.
class wake_signal {
 public:
  void wake();

  // Waits this long in real time, or until woken.
  void wait_for(std::chrono::microseconds longest);
  void wait();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
};

// The clock of batches. Any thread may read it.
class trigger_clock {
 public:
  trigger_clock() = default;
  trigger_clock(const trigger_clock&) = delete;
  trigger_clock& operator=(const trigger_clock&) = delete;
  virtual ~trigger_clock() = default;

  virtual std::int64_t now_ms() const = 0;  // since 1970-01-01T00:00:00Z

  // Waits until it shows `due_ms` or `signal` is woken. May come back earlier: who waits looks at the clock again.
  virtual void wait_until(std::int64_t due_ms, wake_signal& signal) = 0;
};

// The machine's clock. It may be set back or forward while somebody waits, so no wait is longer than a second.
class system_clock final : public trigger_clock {
 public:
  std::int64_t now_ms() const override;
  void wait_until(std::int64_t due_ms, wake_signal& signal) override;
};

// When a trigger is due that follows one started at `started_ms`: the next multiple of the interval since the epoch, so that
// the grid does not depend on when a query was started. It may be past already; then the trigger is due at once, and ticks
// that were missed are not made up. Requires: interval_ms >= 0; 0: due at once.
constexpr std::int64_t next_due_ms(std::int64_t started_ms, std::int64_t interval_ms) {
  if (interval_ms == 0) return started_ms;
  return saturating_add(saturating_multiply(floor_divide(started_ms, interval_ms), interval_ms), interval_ms);
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/trigger_clock.ipp>
#endif
