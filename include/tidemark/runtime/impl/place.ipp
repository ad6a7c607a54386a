// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of place.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/place.hpp>
#include <tidemark/state/state_base.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE stage_places::stage_places(program_options options, program_place where, std::size_t steps,
                                           std::size_t watermarks)
    : options_(std::move(options)),
      where_(std::move(where)),
      records_(steps * options_.partitions),
      states_(steps * options_.partitions),
      observed_(watermarks * options_.partitions) {}

TIDEMARK_INLINE state_base& stage_places::state(std::size_t step, std::size_t partition) {
  return *states_[step * partitions() + partition];
}

TIDEMARK_INLINE stage_places::~stage_places() {
  while (!others_.empty()) {
    others_.back().destroy(others_.back().one);
    others_.pop_back();
  }
}

TIDEMARK_INLINE std::unique_ptr<store> stage_places::open_store(std::size_t step, std::size_t partition) const {
  return options_.open_store ? options_.open_store(step, partition) : nullptr;
}

TIDEMARK_INLINE void stage_places::own_state(std::size_t step, std::size_t partition, state_base* made) {
  states_[step * partitions() + partition].reset(made);
}

TIDEMARK_INLINE void stage_places::own_sink(sink_port* made) {
  std::unique_ptr<sink_port> one(made);
  owned_sinks_.push_back(std::move(one));
  sinks_.push_back(made);
}

TIDEMARK_INLINE void stage_places::own(void* made, void (*destroy)(void*)) {
  std::unique_ptr<void, void (*)(void*)> until_kept(made, destroy);
  others_.push_back({made, destroy});
  (void)until_kept.release();
}

TIDEMARK_INLINE sink_place stage_places::place_of_sinks() {
  return {where_.files, where_.query_id, where_.query_name, partitions(), &claims_};
}

TIDEMARK_INLINE sink_port*& stage_places::sink_of(const void* settings) { return late_[settings]; }

}  // namespace tidemark
