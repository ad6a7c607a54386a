// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The end of all chains: rows go to the sink's writer of their partition.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/sinks/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace tidemark {

// The mode as sinks are told it.
template <OutputMode Mode>
constexpr output output_of() {
  if constexpr (__is_same(Mode, output_mode::append)) return output::new_rows;
  else if constexpr (__is_same(Mode, output_mode::update)) return output::changed_rows;
  else return output::whole_result;
}

// A running sink for rows R.
template <class S, class R>
class opened_sink final : public sink_port {
 public:
  using open_type = decltype(std::declval<const S&>().template open<R>(std::declval<const sink_place&>()));

  opened_sink(const S& sink, const sink_place& place, output mode, std::string description)
      : description_(std::move(description)), mode_(mode), open_(sink.template open<R>(place)) {}

  open_type& open() { return open_; }

  std::string description() const override { return description_; }
  void begin(batch_id id) override { open_.begin(id, mode_); }
  void prepare(batch_id id) override { open_.prepare(id); }
  void commit(batch_id id) override { open_.commit(id); }
  std::int64_t output_rows() const override { return open_.output_rows(); }

 private:
  std::string description_;
  output mode_;
  open_type open_;
};

namespace stage {

template <class Writer>
class to_sink {
 public:
  explicit to_sink(Writer& writer) : writer_(&writer) {}

  [[gnu::always_inline]] void process(const auto& row) { writer_->write(row); }
  void end_of_batch(const batch_info& /*batch*/) {}

 private:
  Writer* writer_;
};

// The end of a chain in this partition's writer of an open sink.
template <class S, class R>
auto end_in(opened_sink<S, R>& sink, std::size_t partition) {
  auto& writer = sink.open().writer(partition);
  return to_sink<std::remove_reference_t<decltype(writer)>>(writer);
}

}  // namespace stage
}  // namespace tidemark
