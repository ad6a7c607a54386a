// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The first line of our text files, "v<number>": read, and judged.

#include <tidemark/row/error.hpp>

#include <string>
#include <string_view>

namespace tidemark {

// What a damaged log file is answered with, after the sentence that says what is wrong.
error log_error(std::string_view id, const std::string& path, const std::string& wrong);

// The text below the version line, a part of `content`; `newest` is the highest version that the caller can read. Throws
// log_incomplete (empty), log_malformed (no version line) or log_version_unknown (of a newer program), all naming the file.
std::string_view text_below_version(std::string_view content, int newest, const std::string& path);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/versioned_text.ipp>
#endif
