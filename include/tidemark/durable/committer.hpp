// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The seam between what a batch did and how that becomes permanent.
//
// A batch passes it in this order, and a crash between any two lines loses nothing and doubles nothing:
//
//   begin(N)     its offsets are logged             batch N means these rows, for ever
//                the rows run through the stages
//   prepare(N)   stores hold version N + 1,         everything is written, nothing counts yet
//                the sink's output is safe
//   commit(N)    the sink makes batch N visible,    a sink asked again for N does nothing
//                then commits/N is logged           it counts: the next batch is N + 1
//
// A start finds one of three states (recovery.hpp): N not logged, so it is planned anew; logged and not committed, so it runs
// again with the same rows from version N of all state; committed.

#include <tidemark/durable/offset_entry.hpp>
#include <tidemark/durable/recovery.hpp>

#include <cstdint>

namespace tidemark {

// How batches become permanent: by files of a checkpoint, or by transactions of somebody else. It is made with the states and
// the sink that it prepares and commits. Called by the query's batch thread. What throws ends the run; the next one recovers.
class committer {
 public:
  committer() = default;
  committer(const committer&) = delete;
  committer& operator=(const committer&) = delete;
  virtual ~committer() = default;

  // Where an earlier run stopped, or the beginning. Once, first; what forbids to go on from there is thrown.
  virtual recovery recover() = 0;
  // Durable when it returns. Not called for a batch that an earlier run has logged. The committer adds `conf`.
  virtual void begin(std::int64_t batch, const offset_entry& entry) = 0;
  // All rows of the batch have run. Stores first, each in its own (step, partition), then the sink.
  virtual void prepare(std::int64_t batch) = 0;
  virtual void commit(std::int64_t batch, std::int64_t next_watermark_ms) = 0;
  // What is kept of batches below `oldest` is needed no more.
  virtual void purge(std::int64_t oldest) = 0;
};

}  // namespace tidemark
