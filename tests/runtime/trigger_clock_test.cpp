// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/runtime/trigger_clock.hpp>
#include <tidemark/testing/manual_clock.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

#include "catch2_any_version.hpp"

namespace td = tidemark;
using namespace std::chrono_literals;

TEST_CASE("the next trigger is due at the next multiple of the interval, one below, at and above it") {
  CHECK(td::next_due_ms(9'999, 10'000) == 10'000);
  CHECK(td::next_due_ms(10'000, 10'000) == 20'000);
  CHECK(td::next_due_ms(10'001, 10'000) == 20'000);
  CHECK(td::next_due_ms(0, 10'000) == 10'000);
  CHECK(td::next_due_ms(1'767'607'203'500, 10'000) == 1'767'607'210'000);
}

TEST_CASE("the grid goes on before the epoch") {
  CHECK(td::next_due_ms(-10'001, 10'000) == -10'000);
  CHECK(td::next_due_ms(-10'000, 10'000) == 0);
  CHECK(td::next_due_ms(-9'999, 10'000) == 0);
  CHECK(td::next_due_ms(-1, 10'000) == 0);
}

TEST_CASE("an interval of 0 is due at once, and the end of time saturates") {
  CHECK(td::next_due_ms(123, 0) == 123);
  CHECK(td::next_due_ms(123, 1) == 124);
  constexpr auto last = (std::numeric_limits<std::int64_t>::max)();
  CHECK(td::next_due_ms(last, 10'000) == last);
  CHECK(td::next_due_ms(5, last) == last);
}

TEST_CASE("the system clock waits until the time is there and not if it is past") {
  td::system_clock clock;
  td::wake_signal signal;
  const auto start = clock.now_ms();
  clock.wait_until(start - 1000, signal);
  CHECK(clock.now_ms() < start + 1000);
  while (clock.now_ms() < start + 20) clock.wait_until(start + 20, signal);
  CHECK(clock.now_ms() >= start + 20);
}

TEST_CASE("a wait ends when woken, also when woken before it began") {
  td::system_clock clock;
  td::wake_signal signal;
  signal.wake();
  const auto start = std::chrono::steady_clock::now();
  signal.wait_for(1h);
  clock.wait_until(clock.now_ms() + 1, signal);
  std::thread other([&] {
    std::this_thread::sleep_for(5ms);
    signal.wake();
  });
  signal.wait();
  other.join();
  CHECK(std::chrono::steady_clock::now() - start < 1min);
}

TEST_CASE("a manual clock moves by hand only, and all its handles show one time") {
  td::testing::manual_clock clock(1'000);
  const auto same = clock;
  CHECK(same.now_ms() == 1'000);
  clock.advance(5ms);
  CHECK(same.now_ms() == 1'005);
  clock.set_ms(3);
  CHECK(same.clock()->now_ms() == 3);
}

TEST_CASE("who waits for a manual clock goes on when it is moved there, one below, at and above") {
  for (const std::int64_t moved_to : {99, 100, 101}) {
    td::testing::manual_clock clock(0);
    std::atomic<bool> reached = false;
    std::thread waiting([&, source = clock.clock()] {
      td::wake_signal signal;
      while (source->now_ms() < 100) source->wait_until(100, signal);
      reached = true;
    });
    clock.set_ms(moved_to);
    if (moved_to < 100) {
      std::this_thread::sleep_for(5ms);
      CHECK_FALSE(reached);
      clock.set_ms(100);
    }
    waiting.join();
    CHECK(reached);
  }
}
