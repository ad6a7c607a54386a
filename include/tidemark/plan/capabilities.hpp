// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a source or sink declares that it can do: what rules and guarantees are derived from.

namespace tidemark {

// Declared by a source as `static constexpr source_capabilities capabilities{…}`.
struct source_capabilities {
  bool replayable = true;  // the rows between two logged offsets can be read again, and are the same rows
  bool continuous = false;  // can be read row by row by the continuous trigger
};

// Declared by a sink as `static constexpr sink_capabilities capabilities{…}`. Every sink takes append output.
struct sink_capabilities {
  bool update = true;             // takes update output
  bool complete = true;           // takes complete output: can replace what it holds
  bool needs_checkpoint = false;  // does not start without one
  bool once_per_batch_id = false;  // a batch given again under its id has no second effect
  bool continuous = false;
};

}  // namespace tidemark
