// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A static table in a running plan: its rows are read when the query starts, and again as it is told.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/node.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/plan/table_refresh.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/runtime/plan_parts.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/workers.hpp>
#include <tidemark/sources/source.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tidemark {

template <PlanNode Plan, OutputMode Mode, bool IsCut>
class assembly;

namespace stage {

// The end of a chain whose rows are kept.
template <class R>
class to_vector {
 public:
  explicit to_vector(std::vector<R>& rows) : rows_(&rows) {}

  void process(const auto& row) { rows_->push_back(as_row<R>(row)); }
  void end_of_batch(const batch_info& /*batch*/) {}

 private:
  std::vector<R>* rows_;
};

}  // namespace stage

// All rows of a static plan as they are now: one batch of it, in one partition, with complete output.
template <PlanNode Plan>
std::vector<owned_row<row_of<Plan>>> rows_of_table(const Plan& plan, file_system& files) {
  using row = owned_row<row_of<Plan>>;
  std::vector<row> rows;
  using mode = output_mode::complete;
  plan_parts parts({}, {files}, step_count<Plan, mode>, watermark_count<Plan>);
  const assembly<Plan, mode, false> reading(plan, parts, {},
                                            [&](std::size_t /*partition*/) { return stage::to_vector<row>(rows); });
  std::vector<source_range> ranges;
  for (source_port* source : parts.sources())
    ranges.push_back({std::nullopt, source->latest_offset(std::nullopt, 0, read_limit::none)});
  workers none;
  parts.run({}, ranges, none);
  return rows;
}

// The table of a node, in the form that the node makes of its rows. The content stays at its address.
template <TableNode Node>
class static_table final : public table_base {
 public:
  using content_type = decltype(std::declval<const Node&>().make_table(
      rows_of_table(std::declval<const Node&>().table, std::declval<file_system&>())));

  static_table(const Node& node, file_system& files) : node_(&node), files_(&files), content_(read()) {}

  const content_type& content() const { return content_; }

  void refresh(const batch_info& batch) override {
    const auto every = node_->refresh.every_ms;
    if (!every) return;
    if (next_ms_ && batch.time_ms >= *next_ms_) content_ = read();
    if (!next_ms_ || batch.time_ms >= *next_ms_) next_ms_ = batch.time_ms + *every;
  }

 private:
  content_type read() const { return node_->make_table(rows_of_table(node_->table, *files_)); }

  const Node* node_;
  file_system* files_;
  content_type content_;
  std::optional<std::int64_t> next_ms_;
};

}  // namespace tidemark
