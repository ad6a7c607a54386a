// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of feed.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/feed.hpp>
#include <tidemark/runtime/workers.hpp>

#include <algorithm>
#include <cstddef>

namespace tidemark {

TIDEMARK_INLINE void exchange_base::press(std::size_t least, workers& threads) {
  if (waiting() < least || waiting() == 0) return;
  const std::size_t room = above() == nullptr ? round_of_rows : (std::max)(std::size_t{1}, round_of_rows / partitions());
  for (bool is_left = true; is_left;) {
    threads.for_each(partitions(), [&](std::size_t p) { take(p, room); });
    if (above() != nullptr) above()->press(room, threads);
    is_left = waiting() > 0;
  }
}

}  // namespace tidemark
