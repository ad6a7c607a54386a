// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the library says while it runs, for the user's own log.

#include <functional>
#include <string_view>

namespace tidemark {

enum class log_level { info, warning, error };

// Called with one sentence without a line end, from whatever thread has something to say. What it throws is ignored.
using log_hook = std::function<void(log_level, std::string_view)>;

// Says `sentence` if there is a hook.
void write_log(const log_hook& hook, log_level level, std::string_view sentence);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/log.ipp>
#endif
