// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What sinks and triggers demand of a query.

#include <tidemark/plan/capabilities.hpp>
#include <tidemark/rules/verdict.hpp>

namespace tidemark {

// Files are written once; rows in them can't be changed or taken back.
struct file_sink_is_append_only : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark file_sink_is_append_only: files can't take back rows that change; use append output, or "
                  "foreach_batch to write changes where they can be replaced");
  }
};

// The sink can't change rows that it has taken.
struct sink_takes_no_updates : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds, "tidemark sink_takes_no_updates: the sink does not take update output; use append, or foreach_batch");
  }
};

// The sink can't replace all that it has taken.
struct sink_takes_no_complete_output : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark sink_takes_no_complete_output: the sink does not take complete output; use append or update, or "
                  "foreach_batch");
  }
};

// What stands as the source gives no records; most often the struct in it was not adapted.
struct not_a_source : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark not_a_source: read_stream needs a source, or a range of records; adapt the struct by "
                  "BOOST_HANA_ADAPT_STRUCT(name, members...) before its first use");
  }
};

// What stands as the sink can't take rows, or not these.
struct sink_does_not_take_rows : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark sink_does_not_take_rows: what is given as the sink is no sink for rows of this type; see "
                  "sinks/README.md for what a sink must have, or use foreach_batch");
  }
};

// The function of foreach_batch can't be called with the rows.
struct foreach_batch_signature : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark foreach_batch_signature: foreach_batch calls its function with all rows of a batch and the batch's "
                  "id; write [](auto rows, td::batch_id id) { … }, where rows is a std::span of the stream's rows");
  }
};

namespace detail {

// What is said of a sink that does not take the rows, which may be no sink at all.
template <class S>
struct rows_violation {
  using type = sink_does_not_take_rows;
};
template <class S>
  requires(S::capabilities.takes_rows == rows_taker::function_of_batch)
struct rows_violation<S> {
  using type = foreach_batch_signature;
};

}  // namespace detail

// The verdict on a sink that takes the rows, or does not.
template <class S, bool Takes>
using sink_rows_verdict = demand<Takes, typename detail::rows_violation<S>::type>;

// Without a checkpoint a sink that must not repeat itself can't be started again.
struct checkpoint_required : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark checkpoint_required: this sink needs a checkpoint to go on from after a stop; give one: "
                  "td::start(td::checkpoint{\"folder\"}, …)");
  }
};

// What is to be one of several outputs of a query does not say where it goes.
struct outputs_need_write_stream : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark outputs_need_write_stream: each of the outputs of a query is a stream with its sink and mode; end "
                  "each in td::write_stream(sink, mode), and give td::start behind td::outputs");
  }
};

// A table is no stream: nothing would ever come.
struct stream_run_of_batch : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark stream_run_of_batch: write_stream needs a stream, and nothing below it is one; begin with "
                  "td::read_stream");
  }
};

}  // namespace tidemark
