// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a sink that writes a folder of files can be told.

#include <chrono>
#include <cstdint>
#include <optional>

namespace tidemark {

struct file_sink_options {
  std::int64_t compact_every = 10;  // each so manyth entry of the manifest repeats those before it
  // A compact entry leaves out files that are older than the newest one by more than this: they are seen no more by who reads
  // the manifest, which stays small, and are the user's to remove. None: all stay.
  std::optional<std::chrono::milliseconds> retention{};
};

// Throws error file_sink_options.
void check_options(const file_sink_options& options);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sinks/impl/file_sink_options.ipp>
#endif
