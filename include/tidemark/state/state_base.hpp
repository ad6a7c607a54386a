// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The type-free face of a keyed state: what the runtime does with it around a batch.

#include <cstdint>

namespace tidemark {

// State of one step in one partition, with its store. All calls come between batches.
class state_base {
 public:
  state_base() = default;
  state_base(const state_base&) = delete;
  state_base& operator=(const state_base&) = delete;
  virtual ~state_base() = default;

  virtual void load(std::int64_t version) = 0;     // exactly this version, read from the store
  virtual void prepare(std::int64_t version) = 0;  // what changed since the last commit becomes durable as this version
  virtual void commit() = 0;                       // the prepared version counts: marks of change are cleared
  virtual void purge(std::int64_t oldest) = 0;     // older versions need not be loadable any more

  virtual std::int64_t rows() const = 0;          // rows in state, as progress reports them
  virtual std::int64_t bytes_of_memory() const = 0;
};

}  // namespace tidemark
