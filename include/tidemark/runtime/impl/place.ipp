// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of place.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/place.hpp>
#include <tidemark/state/state_base.hpp>

#include <cstddef>
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

}  // namespace tidemark
