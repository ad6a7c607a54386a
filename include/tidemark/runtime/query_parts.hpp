// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a query is started from, whatever its types.

#include <tidemark/durable/committer.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/query_options.hpp>
#include <tidemark/runtime/workers.hpp>

#include <functional>
#include <memory>
#include <string>

namespace tidemark {

class trigger_clock;

// What a query is started from.
struct query_parts {
  // Makes what commits its batches; null: nothing is kept beyond the run. It holds what states and sources of the program lie
  // in, such as a checkpoint, and so is destroyed last.
  std::function<std::unique_ptr<committer>(program&, workers&)> make_committer = {};
  std::unique_ptr<program> pipeline;
  query_settings settings = {};  // those in force
  std::shared_ptr<trigger_clock> clock = {};  // null: the machine's
  std::string id = {};  // the same over all runs from one checkpoint; empty: a new one
  std::string explanation = {};  // the plan as text
};

}  // namespace tidemark
