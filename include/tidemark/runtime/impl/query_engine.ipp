// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of query_engine.hpp.

#include <tidemark/durable/committer.hpp>
#include <tidemark/form.hpp>
#include <tidemark/runtime/micro_batch.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/query_parts.hpp>
#include <tidemark/runtime/trigger_clock.hpp>
#include <tidemark/runtime/unlogged_committer.hpp>

#include <memory>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE query_engine::query_engine(query_parts parts)
    : make_committer_(std::move(parts.make_committer)),
      pipeline_(std::move(parts.pipeline)),
      clock_(parts.clock ? std::move(parts.clock) : std::make_shared<system_clock>()),
      threads_(parts.settings.threads),
      commits_(make_committer_ ? make_committer_(*pipeline_, threads_)
                               : std::unique_ptr<committer>(new unlogged_committer(*pipeline_, threads_))),
      runner_(*pipeline_, std::move(parts.settings), *clock_, threads_, *commits_) {}

}  // namespace tidemark
