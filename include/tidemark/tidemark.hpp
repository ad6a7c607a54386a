// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The whole core: no LevelDB, no component. Rules come first, so that a refusal's chain of includes is short.

#include <tidemark/rules/aggregation.hpp>
#include <tidemark/rules/chains.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/rules/endpoints.hpp>
#include <tidemark/rules/event_time.hpp>
#include <tidemark/rules/output_mode.hpp>
#include <tidemark/rules/rows.hpp>

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/as.hpp>
#include <tidemark/operators/as_of_join.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/distinct.hpp>
#include <tidemark/operators/drop.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/flat_map.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/initial_state.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/late_rows_to.hpp>
#include <tidemark/operators/limit.hpp>
#include <tidemark/operators/map.hpp>
#include <tidemark/operators/map_groups.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/order_by.hpp>
#include <tidemark/operators/outputs.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/operators/top.hpp>
#include <tidemark/operators/transform_with_state.hpp>
#include <tidemark/operators/union_with.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_column.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/formats/schema_text.hpp>
#include <tidemark/plan/functions.hpp>
#include <tidemark/plan/trigger.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/runtime/queries.hpp>
#include <tidemark/runtime/start.hpp>
#include <tidemark/runtime/streaming_query.hpp>

#include <tidemark/sinks/console_sink.hpp>
#include <tidemark/sinks/csv_sink.hpp>
#include <tidemark/sinks/foreach.hpp>
#include <tidemark/sinks/foreach_batch.hpp>
#include <tidemark/sinks/json_sink.hpp>
#include <tidemark/sinks/memory_sink.hpp>
#include <tidemark/sinks/noop_sink.hpp>
#include <tidemark/sinks/sinks.hpp>
#include <tidemark/sinks/text_sink.hpp>
#include <tidemark/sources/csv_source.hpp>
#include <tidemark/sources/json_source.hpp>
#include <tidemark/sources/range_source.hpp>
#include <tidemark/sources/rate_batch_source.hpp>
#include <tidemark/sources/rate_source.hpp>
#include <tidemark/sources/tail_source.hpp>
#include <tidemark/sources/text_source.hpp>
#include <tidemark/version.hpp>
