// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// All rules on a whole query, in the order in which the engine asks them; the first violation wins.

#include <type_traits>

#include <tidemark/plan/capabilities.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/chains.hpp>
#include <tidemark/rules/endpoints.hpp>
#include <tidemark/rules/event_time.hpp>
#include <tidemark/rules/output_mode.hpp>
#include <tidemark/rules/verdict.hpp>

namespace tidemark {

namespace detail {

// A sink that names its own violation is followed, so that the message can speak of it.
template <class S>
constexpr auto append_only_violation() {
  if constexpr (requires { typename S::append_only_violation; }) return std::type_identity<typename S::append_only_violation>{};
  else return std::type_identity<void>{};
}

template <class S, class Otherwise>
using append_only_violation_of = std::conditional_t<std::is_void_v<typename decltype(append_only_violation<S>())::type>, Otherwise,
                                                    typename decltype(append_only_violation<S>())::type>;

template <class S, class Mode>
using sink_mode_verdict = first_violation<
    demand<!std::is_same_v<Mode, output_mode::update> || S::capabilities.update, append_only_violation_of<S, sink_takes_no_updates>>,
    demand<!std::is_same_v<Mode, output_mode::complete> || S::capabilities.complete,
           append_only_violation_of<S, sink_takes_no_complete_output>>>;

// In update and complete mode an aggregation hands the watermark below it on, so one declared above is a second one.
template <class Lineage, std::size_t Watermarks>
inline constexpr bool redefines_above_aggregation = false;
template <class... Steps, std::size_t Watermarks>
inline constexpr bool redefines_above_aggregation<lineage<Steps...>, Watermarks> =
    ((Steps::aggregates && Steps::watermarks_below > 0 && Watermarks > Steps::watermarks_below) || ... || false);

}  // namespace detail

// The verdict on a plan (or stream) with an output mode and a sink: `ok`, or the first rule that it breaks.
template <class Plan, OutputMode Mode, class S, bool HasCheckpoint = true>
using judged = first_violation<
    demand<is_streaming<Plan>, stream_run_of_batch>, typename output_mode_verdict<Mode, lineage_of<Plan>, watermark_count<Plan>>::type,
    chain_verdict<Mode, lineage_of<Plan>>, detail::sink_mode_verdict<S, Mode>,
    demand<HasCheckpoint || !S::capabilities.needs_checkpoint, checkpoint_required>>;

}  // namespace tidemark
