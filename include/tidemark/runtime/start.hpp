// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// start: judges a query, makes its program, opens its checkpoint, and runs it.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/rules/judge.hpp>
#include <tidemark/runtime/compiled_plan.hpp>
#include <tidemark/runtime/local_committer.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/query_options.hpp>
#include <tidemark/runtime/settings_in_force.hpp>
#include <tidemark/runtime/streaming_query.hpp>
#include <tidemark/state/memory_store.hpp>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace detail {

template <class Query, bool IsCut, StatePolicy Policy>
std::unique_ptr<program> make_program(const Query& query, const query_settings& settings, const typename Policy::options& state,
                                      file_system& files, const open_checkpoint* folder) {
  program_options options{settings.partitions, {}};
  program_place where{files, {}, {}, settings.name};
  if (folder != nullptr) {
    where.sources_folder = path_in(folder->names().folder, "sources");
    where.query_id = folder->query_id();
    options.open_store = [&files, state, names = folder->names()](std::size_t step, std::size_t partition) {
      return Policy::open(store_place{files, names.state(step, partition)}, state);
    };
  }
  return std::make_unique<compiled_plan<Query, IsCut>>(query, options, where);
}

}  // namespace detail

// How the program of a query is made: fused for one partition and cut for several, or always cut, which is one instantiation
// less where speed does not matter.
enum class program_form { by_partitions, cut };

// All that a query runs with, from what the user chose. `folder` is null where nothing is kept beyond the run.
template <StatePolicy Policy, program_form Form = program_form::by_partitions, class Query>
query_parts assemble(const Query& query, const start_options<Policy>& options, const checkpoint* folder, file_system& files) {
  query_parts parts;
  parts.settings = settings_of(options);
  parts.explanation = explain(query);
  std::shared_ptr<open_checkpoint> opened;
  if (folder != nullptr) {
    opened = std::make_shared<open_checkpoint>(files, folder->folder);
    parts.id = opened->query_id();
    parts.settings = settings_in_force(*opened, std::move(parts.settings), Policy::name);
    parts.make_committer = committer_on({.files = opened,
                                         .conf = conf_of(pinned_by(parts.settings, Policy::name)),
                                         .accept = folder->options.accept,
                                         .on_log = parts.settings.on_log});
  }
  const auto make = [&]<bool IsCut>(std::bool_constant<IsCut>) {
    return detail::make_program<Query, IsCut, Policy>(query, parts.settings, options.state, files, opened.get());
  };
  if constexpr (Form == program_form::cut) parts.pipeline = make(std::true_type{});
  else parts.pipeline = parts.settings.partitions == 1 ? make(std::false_type{}) : make(std::true_type{});
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

template <class Plan, class S, class Mode, StatePolicy Policy, bool HasCheckpoint>
[[nodiscard]] streaming_query operator|(const query_plan<Plan, S, Mode>& query,
                                        const started_with<Policy, HasCheckpoint>& with) {
  using verdict = judged<Plan, Mode, S, HasCheckpoint>;
  verdict::template enforce<Plan>();
  if constexpr (is_violation<verdict>) std::abort();  // never runs: enforce has failed the compilation
  else
    return streaming_query::launch(
        assemble<Policy>(query, with.options, HasCheckpoint ? &with.folder : nullptr, local_files()));
}

// A refused query still has the type of a query, so that what stands behind it is no second error.
template <StatePolicy Policy, bool HasCheckpoint>
[[nodiscard]] streaming_query operator|(rejected /*query*/, const started_with<Policy, HasCheckpoint>& /*with*/) {
  std::abort();
}

}  // namespace tidemark
