// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether what a plan remembers stops growing.

#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/lineage.hpp>
#include <tidemark/plan/output_mode.hpp>

namespace tidemark {

namespace detail {

template <class Mode, class... Steps>
consteval bool steps_are_bounded(lineage<Steps...> /*steps*/) {
  return ((!Steps::template keeps_state<Mode> || Steps::template is_bounded<Mode>)&&...);
}

}  // namespace detail

// Every stateful step of the plan lets go of what it keeps, by a watermark or a time to live, or keeps a fixed number of rows.
template <PlanNode Plan, OutputMode Mode>
inline constexpr bool plan_state_is_bounded = detail::steps_are_bounded<Mode>(lineage_of<Plan>{});

}  // namespace tidemark
