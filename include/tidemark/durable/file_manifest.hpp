// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The manifest of a folder of output files, "_spark_metadata": which files count, by batch.
//
// Entry N is what batch N put out, a line for each file; the numbers are batch ids. Readers of a folder that has a manifest
// list only its files, so what a failed attempt has left is never seen.

#include <tidemark/durable/compacted_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/file_uri.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/row.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

inline constexpr std::string_view manifest_folder_name = "_spark_metadata";

// One file of a manifest. On disk: names and order of the columns are the form of the line.
using manifest_line =
    row<field<"path", std::string>, field<"size", std::int64_t>, field<"isDir", bool>, field<"modificationTime", std::int64_t>,
        field<"blockReplication", std::int32_t>, field<"blockSize", std::int64_t>, field<"action", std::string>>;

std::string text_of(const manifest_line& line);
manifest_line manifest_line_for(std::string_view absolute, std::int64_t size, std::int64_t modified_ms);
compacted_log manifest_of(file_system& files, const std::string& folder, std::int64_t interval = 10);

// The files that entries of a manifest behind number `after` name, by their paths, in the order of the batches.
// Throws log_malformed for a line that is none of a manifest, or names a file that is not of this machine ("hdfs:…").
std::vector<file_entry> manifest_entries(const compacted_log& manifest, std::int64_t after = -1);

// The paths of all files that count in an output folder, in the order of the batches.
std::vector<std::string> manifest_files(file_system& files, const std::string& folder);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/file_manifest.ipp>
#endif
