// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of workers.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/workers.hpp>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tidemark {

class workers::crew {
 public:
  // Requires: threads > 0.
  explicit crew(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;
  ~crew() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      round_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  void run(std::size_t count, void* task, call invoke) {
    task_ = task;
    invoke_ = invoke;
    count_ = count;
    first_failed_ = (std::numeric_limits<std::size_t>::max)();
    failure_ = nullptr;
    next_.store(0, std::memory_order_relaxed);
    busy_.store(threads_.size(), std::memory_order_relaxed);
    {
      const std::lock_guard lock(mutex_);
      round_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    take_partitions();
    for (int spin = 0; busy_.load(std::memory_order_acquire) != 0; ++spin)
      if (spin > spins) std::this_thread::yield();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void take_partitions() {
    for (std::size_t p = next_.fetch_add(1); p < count_; p = next_.fetch_add(1)) {
      try {
        invoke_(task_, p);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (p < first_failed_) first_failed_ = p, failure_ = std::current_exception();
      }
    }
  }

  void work() {
    std::uint64_t seen = 0;
    for (;;) {
      for (int spin = 0; spin < spins && round_.load(std::memory_order_acquire) == seen; ++spin) {
      }
      if (round_.load(std::memory_order_acquire) == seen) {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return round_.load(std::memory_order_acquire) != seen; });
      }
      seen = round_.load(std::memory_order_acquire);
      if (stopping_) return;
      take_partitions();
      busy_.fetch_sub(1, std::memory_order_release);
    }
  }

  static constexpr int spins = 4000;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::atomic<std::uint64_t> round_{0};
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> busy_{0};
  std::size_t count_ = 0;
  void* task_ = nullptr;
  call invoke_ = nullptr;
  std::size_t first_failed_ = 0;
  std::exception_ptr failure_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

TIDEMARK_INLINE workers::workers(std::size_t threads) : crew_(threads > 1 ? std::make_unique<crew>(threads - 1) : nullptr) {}
TIDEMARK_INLINE workers::~workers() = default;

TIDEMARK_INLINE void workers::run(std::size_t count, void* task, call invoke) { crew_->run(count, task, invoke); }

}  // namespace tidemark
