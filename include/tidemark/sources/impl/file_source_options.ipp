// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_source_options.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sources/file_source_options.hpp>

namespace tidemark {

TIDEMARK_INLINE void check_options(const file_source_options& options) {
  const auto is_wrong = options.max_files_per_trigger < 0 || options.max_bytes_per_trigger < 0 ||
                        (options.max_file_age && options.max_file_age->count() < 0);
  if (is_wrong)
    throw error("file_source_options", "a limit or the age of files is negative; leave it out, or set a positive one");
  if ((options.clean_source == clean_up::archive) == options.archive_folder.empty())
    throw error("file_source_options", "archive_folder and clean_up::archive go together; set both, or none");
  if (options.max_files_per_trigger > 0 && options.max_bytes_per_trigger > 0)
    throw error("file_source_options", "max_files_per_trigger and max_bytes_per_trigger are both set; choose one of them");
}

}  // namespace tidemark
