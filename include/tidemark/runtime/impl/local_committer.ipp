// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of local_committer.hpp.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/offset_entry.hpp>
#include <tidemark/durable/recover.hpp>
#include <tidemark/form.hpp>
#include <tidemark/runtime/local_committer.hpp>
#include <tidemark/runtime/log.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/workers.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE local_committer::local_committer(program& pipeline, workers& threads, checkpoint_use use)
    : program_(&pipeline), threads_(&threads), use_(std::move(use)) {}

TIDEMARK_INLINE recovery local_committer::recover() {
  for (const std::string& accepted : files().settle_schema(program_->schema(), use_.accept))
    write_log(use_.on_log, log_level::warning, accepted);
  return tidemark::recover(files().offsets(), files().commits(), program_->sources().size());
}

TIDEMARK_INLINE void local_committer::begin(std::int64_t batch, const offset_entry& entry) {
  offset_entry with_conf = entry;
  with_conf.conf = use_.conf;
  files().offsets().add(batch, with_conf);
}

TIDEMARK_INLINE void local_committer::prepare(std::int64_t batch) {
  for_each_state(*program_, *threads_, [batch](state_base& state) { state.prepare(batch + 1); });
  for_each_sink(*program_, [batch](sink_port& sink) { sink.prepare(batch); });
}

TIDEMARK_INLINE void local_committer::commit(std::int64_t batch, std::int64_t next_watermark_ms) {
  for_each_sink(*program_, [batch](sink_port& sink) { sink.commit(batch); });
  files().commits().add(batch, {.next_watermark_ms = next_watermark_ms});
  for_each_state(*program_, *threads_, [](state_base& state) { state.commit(); });
}

TIDEMARK_INLINE void local_committer::purge(std::int64_t oldest) {
  files().offsets().purge_below(oldest);
  files().commits().purge_below(oldest);
  for_each_state(*program_, *threads_, [oldest](state_base& state) { state.purge(oldest); });
}

}  // namespace tidemark
