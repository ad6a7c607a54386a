// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of log.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/log.hpp>

#include <string_view>

namespace tidemark {

TIDEMARK_INLINE void write_log(const log_hook& hook, log_level level, std::string_view sentence) {
  if (!hook) return;
  try {
    hook(level, sentence);
  } catch (...) {  // a log that fails is no reason to end a query
  }
}

}  // namespace tidemark
