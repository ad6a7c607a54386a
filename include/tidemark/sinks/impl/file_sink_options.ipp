// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_sink_options.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sinks/file_sink_options.hpp>

namespace tidemark {

TIDEMARK_INLINE void check_options(const file_sink_options& options) {
  if (options.compact_every < 1)
    throw error("file_sink_options", "compact_every is below 1; leave it out, or set a positive number");
  if (options.retention && options.retention->count() < 0)
    throw error("file_sink_options", "retention is negative; leave it out, or set how long files count");
}

}  // namespace tidemark
