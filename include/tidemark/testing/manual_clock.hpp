// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A clock that moves only when a test says so.

#include <tidemark/runtime/trigger_clock.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace tidemark::testing {

// A shared handle: copies show and set the same time. Any thread may use it. `clock()` is what a query takes.
class manual_clock {
 public:
  manual_clock() : manual_clock(0) {}
  explicit manual_clock(std::int64_t start_ms) : clock_(std::make_shared<moved_by_hand>(start_ms)) {}

  std::int64_t now_ms() const { return clock_->now_ms(); }

  // Who waits for a time that this reaches goes on.
  void set_ms(std::int64_t now_ms) { clock_->set_ms(now_ms); }
  void advance(std::chrono::milliseconds by) { clock_->advance_ms(by.count()); }

  std::shared_ptr<trigger_clock> clock() const { return clock_; }

 private:
  class moved_by_hand final : public trigger_clock {
   public:
    explicit moved_by_hand(std::int64_t start_ms) : now_ms_(start_ms) {}

    std::int64_t now_ms() const override {
      const std::lock_guard lock(mutex_);
      return now_ms_;
    }

    void wait_until(std::int64_t due_ms, wake_signal& signal) override {
      {
        const std::lock_guard lock(mutex_);
        if (now_ms_ >= due_ms) return;
        waiting_.push_back(&signal);
      }
      signal.wait();
      const std::lock_guard lock(mutex_);
      std::erase(waiting_, &signal);
    }

    void set_ms(std::int64_t now_ms) {
      const std::lock_guard lock(mutex_);
      now_ms_ = now_ms;
      for (wake_signal* signal : waiting_) signal->wake();
    }

    void advance_ms(std::int64_t by_ms) {
      const std::lock_guard lock(mutex_);
      now_ms_ += by_ms;
      for (wake_signal* signal : waiting_) signal->wake();
    }

   private:
    mutable std::mutex mutex_;
    std::int64_t now_ms_;
    std::vector<wake_signal*> waiting_;
  };

  std::shared_ptr<moved_by_hand> clock_;
};

}  // namespace tidemark::testing
