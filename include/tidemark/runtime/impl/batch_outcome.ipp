// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of batch_outcome.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/batch_outcome.hpp>
#include <tidemark/runtime/watermarks.hpp>

#include <cstdint>

namespace tidemark {

TIDEMARK_INLINE std::int64_t batch_outcome::input_rows() const {
  std::int64_t rows = 0;
  for (const auto& source : sources) rows += source.rows;
  return rows;
}

}  // namespace tidemark
