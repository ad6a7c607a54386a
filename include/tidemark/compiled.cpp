// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// All definitions of the compiled form, but those that need another library: one unit of a program whose units all define
// TIDEMARK_COMPILED.

#include <tidemark/durable/impl/atomic_file.ipp>
#include <tidemark/durable/impl/batch_log.ipp>
#include <tidemark/durable/impl/checkpoint.ipp>
#include <tidemark/durable/impl/commit_log.ipp>
#include <tidemark/durable/impl/compacted_log.ipp>
#include <tidemark/durable/impl/file.ipp>
#include <tidemark/durable/impl/file_manifest.ipp>
#include <tidemark/durable/impl/file_system.ipp>
#include <tidemark/durable/impl/file_uri.ipp>
#include <tidemark/durable/impl/offset_log.ipp>
#include <tidemark/durable/impl/recovery.ipp>
#include <tidemark/durable/impl/state_schema.ipp>
#include <tidemark/durable/impl/versioned_text.ipp>
#include <tidemark/row/impl/error.ipp>
#include <tidemark/row/impl/timestamp_scanner.ipp>
#include <tidemark/row/impl/timestamp_text.ipp>
#include <tidemark/row/impl/type_text.ipp>
#include <tidemark/sinks/impl/file_output.ipp>
#include <tidemark/sinks/impl/file_sink_options.ipp>
#include <tidemark/sinks/impl/part_file.ipp>
#include <tidemark/sinks/impl/part_set.ipp>
#include <tidemark/sinks/impl/partition_path.ipp>
#include <tidemark/sinks/impl/text_table.ipp>
#include <tidemark/sources/impl/file_cleaner.ipp>
#include <tidemark/sources/impl/file_listing.ipp>
#include <tidemark/sources/impl/file_pieces.ipp>
#include <tidemark/sources/impl/file_source_options.ipp>
#include <tidemark/sources/impl/file_stream.ipp>
#include <tidemark/sources/impl/integer_offset.ipp>
#include <tidemark/sources/impl/rate_source.ipp>
#include <tidemark/sources/impl/seen_files.ipp>
#include <tidemark/sources/impl/tail_stream.ipp>
#include <tidemark/state/impl/change_set.ipp>
#include <tidemark/state/impl/memory_store.ipp>
