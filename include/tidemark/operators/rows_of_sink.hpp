// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether a sink takes the rows that it would get.

#include <tidemark/plan/capabilities.hpp>
#include <tidemark/rules/endpoints.hpp>
#include <tidemark/rules/verdict.hpp>
#include <tidemark/sinks/sink.hpp>

namespace tidemark {

// The verdict on a sink for rows R, or on the first of several that refuses them.
template <class S, class R>
struct rows_of_sink {
  using verdict = sink_rows_verdict<S, Sink<S, R>>;
};
template <class... Sinks, class R>
struct rows_of_sink<sink_list<Sinks...>, R> {
  using verdict = first_violation<typename rows_of_sink<Sinks, R>::verdict...>;
};
template <class S, class R>
using rows_of_sink_verdict = typename rows_of_sink<S, R>::verdict;

}  // namespace tidemark
