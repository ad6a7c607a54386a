// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Threads that do one task for each partition of a batch.

#include <cstddef>
#include <memory>
#include <type_traits>

namespace tidemark {

// A fixed set of threads, the caller among them. Partitions are taken by an atomic counter, so the number of threads may
// differ from that of partitions and changes no order that matters. Waiters spin, then sleep: a barrier then costs 6 to 22 µs
// instead of some 40. One caller at a time.
class workers {
 public:
  explicit workers(std::size_t threads = 1);
  workers(const workers&) = delete;
  workers& operator=(const workers&) = delete;
  ~workers();

  // Calls `task(p)` once for each p below `count` and returns when all are done. Of several exceptions that of the lowest
  // partition is thrown, after all have ended.
  template <class Task>
  void for_each(std::size_t count, Task&& task) {
    if (!crew_ || count == 1) {
      for (std::size_t p = 0; p < count; ++p) task(p);
      return;
    }
    run(count, &task, [](void* typed, std::size_t p) { (*static_cast<std::remove_reference_t<Task>*>(typed))(p); });
  }

 private:
  using call = void (*)(void*, std::size_t);
  class crew;

  void run(std::size_t count, void* task, call invoke);

  std::unique_ptr<crew> crew_;  // the other threads; null: there are none
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/workers.ipp>
#endif
