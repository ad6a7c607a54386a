// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a source or sink declares that it can do: what rules and guarantees are derived from.

namespace tidemark {

// Declared by a source as `static constexpr source_capabilities capabilities{…}`.
struct source_capabilities {
  bool replayable = true;  // the rows between two logged offsets can be read again, and are the same rows
};

// Why a sink takes append output alone. Rules choose their sentence by it.
enum class append_only_reason {
  of_its_own,
  files_are_final,  // rows are in files, which are not changed
};

// What must fit the rows of a stream: the sink, or a user's function that it calls. Rules choose their sentence by it.
enum class rows_taker { sink, function_of_batch };

// Declared by a sink as `static constexpr sink_capabilities capabilities{…}`. Every sink takes append output.
struct sink_capabilities {
  bool update = true;             // takes update output
  bool complete = true;           // takes complete output: can replace what it holds
  bool needs_checkpoint = false;  // does not start without one
  bool once_per_batch_id = false;  // a batch given again under its id has no second effect
  append_only_reason append_only = append_only_reason::of_its_own;
  rows_taker takes_rows = rows_taker::sink;
};

// What several sinks can do together.
constexpr sink_capabilities both(const sink_capabilities& one, const sink_capabilities& other) {
  return {.update = one.update && other.update,
          .complete = one.complete && other.complete,
          .needs_checkpoint = one.needs_checkpoint || other.needs_checkpoint,
          .once_per_batch_id = one.once_per_batch_id && other.once_per_batch_id};
}

// What no sink at all can do: everything.
inline constexpr sink_capabilities no_sink{.once_per_batch_id = true};

// Several sinks as one (sinks/sinks.hpp). Rules ask each of them.
template <class... Sinks>
class sink_list;

// What a sink declares. What is none at all is refused by a rule, and here stands in no other's way.
template <class S>
inline constexpr sink_capabilities capabilities_of = no_sink;
template <class S>
  requires requires { S::capabilities; }
inline constexpr sink_capabilities capabilities_of<S> = S::capabilities;

}  // namespace tidemark
