// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// start: judges a query, makes its program, opens its checkpoint, and runs it.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/rules/judge.hpp>
#include <tidemark/runtime/compiled_plan.hpp>
#include <tidemark/runtime/query_options.hpp>
#include <tidemark/runtime/query_parts.hpp>
#include <tidemark/runtime/streaming_query.hpp>
#include <tidemark/state/memory_store.hpp>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace detail {

// Opens the checkpoint that a query goes on from: its id, settings and commits are those of the checkpoint, whose names are
// returned.
checkpoint_names go_on_from(const checkpoint& folder, query_parts& parts, const std::string& state_policy, file_system& files);

}  // namespace detail

// How the program of a query is made: fused for one partition and cut for several, or always cut, which is one instantiation
// less where speed does not matter. A plan that exchanges no rows has nothing to cut.
enum class program_form { by_partitions, cut };

// All that a query runs with, from what the user chose. `folder` points to a checkpoint; nullptr where nothing is kept beyond
// the run: then nothing of logs and stores is compiled either.
template <StatePolicy Policy, program_form Form = program_form::by_partitions, class Query, class Folder>
query_parts assemble(const Query& query, const start_options<Policy>& options, Folder folder, file_system& files) {
  query_parts parts;
  parts.settings = settings_of(options);
  parts.explanation = explain(query);
  program_place where{files, {}, {}, parts.settings.name};
  program_options cut;
  if constexpr (!std::is_null_pointer_v<Folder>) {
    const auto names = detail::go_on_from(*folder, parts, Policy::name, files);
    where.sources_folder = path_in(names.folder, "sources");
    where.query_id = parts.id;
    cut.open_store = [&files, state = options.state, names](std::size_t step, std::size_t partition) {
      return Policy::open(store_place{files, names.state(step, partition)}, state);
    };
  }
  cut.partitions = parts.settings.partitions;
  parts.pipeline = query.unpack([&]<class... Outputs>(const Outputs&... outputs) {
    constexpr bool exchanges = (exchanges_rows<typename Outputs::plan_type> || ...);
    if constexpr (exchanges && Form == program_form::cut) return program_of<true>(cut, where, outputs...);
    else {
      if constexpr (exchanges)
        if (cut.partitions > 1) return program_of<true>(cut, where, outputs...);
      return program_of<false>(cut, where, outputs...);
    }
  });
  return parts;
}

// Waits for the query that it starts.
template <StatePolicy Policy, bool HasCheckpoint>
struct started_with {
  checkpoint folder;
  start_options<Policy> options;
};

// Starts a query that goes on from this checkpoint, with state kept by the policy: `query | start(checkpoint{"ckpt"}, {.name =
// "views"})`. Throws what is wrong with the checkpoint before any data is touched; all ids are in runtime/README.md.
template <StatePolicy Policy = memory_state>
auto start(checkpoint folder, start_options<Policy> options = {}) {
  return started_with<Policy, true>{std::move(folder), std::move(options)};
}

// Starts a query without a checkpoint: it begins anew each time. For sinks that need none.
template <StatePolicy Policy = memory_state>
auto start(start_options<Policy> options = {}) {
  return started_with<Policy, false>{{}, std::move(options)};
}

// The verdict on a query when it starts, of its outputs in order: what was known before, and whether it has a checkpoint.
template <bool HasCheckpoint, class... Outputs>
using start_verdict =
    first_violation<judged<typename Outputs::plan_type, typename Outputs::mode, typename Outputs::sink_type, HasCheckpoint>...>;

namespace detail {

template <class Verdict, class Plan, class Query, StatePolicy Policy, bool HasCheckpoint>
streaming_query started(const Query& query, const started_with<Policy, HasCheckpoint>& with) {
  Verdict::template enforce<Plan>();
  if constexpr (is_violation<Verdict>) std::abort();  // never runs: enforce has failed the compilation
  else if constexpr (HasCheckpoint)
    return streaming_query::launch(assemble<Policy>(query, with.options, &with.folder, local_files()));
  else return streaming_query::launch(assemble<Policy>(query, with.options, nullptr, local_files()));
}

}  // namespace detail

template <class Plan, class S, class Mode, StatePolicy Policy, bool HasCheckpoint>
[[nodiscard]] streaming_query operator|(const query_plan<Plan, S, Mode>& query,
                                        const started_with<Policy, HasCheckpoint>& with) {
  return detail::started<start_verdict<HasCheckpoint, query_plan<Plan, S, Mode>>, Plan>(query, with);
}

template <class First, class... Others, StatePolicy Policy, bool HasCheckpoint>
[[nodiscard]] streaming_query operator|(const query_plans<First, Others...>& query,
                                        const started_with<Policy, HasCheckpoint>& with) {
  return detail::started<start_verdict<HasCheckpoint, First, Others...>, typename First::plan_type>(query, with);
}

// A refused query still has the type of a query, so that what stands behind it is no second error.
template <StatePolicy Policy, bool HasCheckpoint>
[[nodiscard]] streaming_query operator|(rejected /*query*/, const started_with<Policy, HasCheckpoint>& /*with*/) {
  std::abort();
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/start.ipp>
#endif
