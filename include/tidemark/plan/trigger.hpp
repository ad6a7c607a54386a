// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// When a query runs its batches: the choices, as types.

#include <chrono>
#include <variant>

namespace tidemark {

// As soon as there is something to do.
struct default_trigger {};

// At the multiples of `interval` since 1970-01-01T00:00:00Z; the first batch at once. 0: as default_trigger.
struct processing_time {
  std::chrono::milliseconds interval{0};
};

// What is there when the query starts, in as many batches as the limits of the sources ask for; then the query ends.
struct available_now {};

// One batch, of everything that is there, whatever the limits of the sources say; then the query ends. A batch that an earlier
// run left unfinished is that one batch.
struct once {};

// Programs choose one at run time: `.trigger = processing_time{1s}`.
using trigger = std::variant<default_trigger, processing_time, available_now, once>;

}  // namespace tidemark
