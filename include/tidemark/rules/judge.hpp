// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// All rules on a whole query, in the order in which the engine asks them; the first violation wins.

#include <tidemark/plan/capabilities.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/late_sinks.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/chains.hpp>
#include <tidemark/rules/endpoints.hpp>
#include <tidemark/rules/group_state.hpp>
#include <tidemark/rules/joins.hpp>
#include <tidemark/rules/late_rows.hpp>
#include <tidemark/rules/output_mode.hpp>
#include <tidemark/rules/redefinition.hpp>
#include <tidemark/rules/verdict.hpp>

#include <type_traits>

namespace tidemark {

namespace detail {

// What is said of a sink that takes append output alone.
template <class S, class Otherwise>
using append_only_violation =
    std::conditional_t<S::capabilities.append_only == append_only_reason::files_are_final, file_sink_is_append_only, Otherwise>;

template <class S, OutputMode Mode>
struct mode_of_sink {
  using type = ok;  // every sink takes append output
};
template <class S>
struct mode_of_sink<S, output_mode::update> {
  using type = demand<S::capabilities.update, append_only_violation<S, sink_takes_no_updates>>;
};
template <class S>
struct mode_of_sink<S, output_mode::complete> {
  using type = demand<S::capabilities.complete, append_only_violation<S, sink_takes_no_complete_output>>;
};

}  // namespace detail

// The verdict on an output mode for a sink, or for the first of several that refuses it.
template <class S, OutputMode Mode>
struct sink_verdict : detail::mode_of_sink<S, Mode> {};
template <class... Sinks, OutputMode Mode>
struct sink_verdict<sink_list<Sinks...>, Mode> {
  using type = first_violation<typename sink_verdict<Sinks, Mode>::type...>;
};

// The verdict on a plan with an output mode and a sink: `ok`, or the first rule that it breaks.
template <PlanNode Plan, OutputMode Mode, class S, bool HasCheckpoint = true>
using judged =
    first_violation<demand<is_streaming<Plan>, stream_run_of_batch>, groups_count_verdict<Mode, Plan>,
                    aggregations_mode_verdict<Mode, Plan>, groups_mode_verdict<Mode, Plan>, chain_verdict<Mode, Plan>,
                    steps_mode_verdict<Mode, Plan>, redefinition_verdict<Mode, Plan>, typename sink_verdict<S, Mode>::type,
                    late_rows_mode_verdict<Mode, Plan>,
                    demand<HasCheckpoint || !both(S::capabilities, late_sinks_of<Plan>).needs_checkpoint, checkpoint_required>>;

}  // namespace tidemark
