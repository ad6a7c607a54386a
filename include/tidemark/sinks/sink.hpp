// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The concept of a sink: takes the output of batch N, at most once in effect.
//
// A sink is a value of settings, copied into the query. `open` makes the running sink, which has one writer a partition; a
// writer is used by one thread at a time. For each batch: begin, rows to the writers, prepare, commit. After a crash a batch
// may come again under its id, with the same rows.

#include <tidemark/plan/capabilities.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

class file_system;

// What a query may put out: new final rows, rows that changed, or everything each time.
enum class output { new_rows, changed_rows, whole_result };

// The number of a batch, from 0 without gaps; the same again when it is run again.
using batch_id = std::int64_t;

// What the sinks of one query write to: each its own, since a second batch N would be taken for the first one come again.
class output_claims {
 public:
  // Throws error sinks_share_output.
  void claim(std::string what) {
    if (std::find(claimed_.begin(), claimed_.end(), what) != claimed_.end())
      throw error("sinks_share_output", "two sinks of the query write to " + what + "; give each its own");
    claimed_.push_back(std::move(what));
  }

 private:
  std::vector<std::string> claimed_;
};

// Where a running sink stands.
struct sink_place {
  file_system& files;
  std::string query_id;    // stays the same over restarts from one checkpoint
  std::string query_name;  // may be empty
  std::size_t partitions = 1;
  output_claims* claims = nullptr;  // of the query's sinks; null where a sink stands alone

  // What this sink writes to, in the user's words, is no other sink's.
  void claim(const std::string& what) const {
    if (claims != nullptr) claims->claim(what);
  }
};

// What a running sink of rows `R` must do.
//   begin(id, mode)      output of this batch follows
//   writer(partition)    the writer of that partition: `write(row)`, where the row may be a view with R's columns. Stays at
//                        its address from `open` on.
//   prepare(id)          all rows are there: make them safe, not visible. Sinks that can't hide output deliver here.
//   commit(id)           make them visible; asked again for an id that is visible already, do nothing
//   output_rows()        rows of the running batch, for progress; -1: not known
template <class Open, class R>
concept OpenSink = requires(Open& open, batch_id id, const R& row) {
  open.begin(id, output::new_rows);
  open.writer(std::size_t{}).write(row);
  open.prepare(id);
  open.commit(id);
  { open.output_rows() } -> std::same_as<std::int64_t>;
};

// Settings of a sink: `capabilities` say what it can do, `open<R>(place)` makes the running sink, `description()` is the text
// that progress shows.
template <class S, class R>
concept Sink = std::copy_constructible<S> && Row<R> && requires(const S& sink, const sink_place& place) {
  { S::capabilities } -> std::convertible_to<sink_capabilities>;
  { sink.description() } -> std::convertible_to<std::string>;
  { sink.template open<R>(place) } -> OpenSink<R>;
};

}  // namespace tidemark
