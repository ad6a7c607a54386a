// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A leaf of a running plan: a source that is read into the chains above it.

#include <tidemark/row/per_partition.hpp>
#include <tidemark/runtime/feed.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/sources/source.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace tidemark {

// A running source, and what it gives to the batch that runs. Leaves that are copies of one stream share it.
template <class S>
class opened_source final : public source_port {
 public:
  using open_type = decltype(std::declval<const S&>().open(std::declval<const source_place&>()));

  opened_source(const S& source, const source_place& place) : description_(source.description()), open_(source.open(place)) {}

  const open_type& open() const { return open_; }

  std::string description() const override { return description_; }
  std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, std::int64_t now_ms,
                                             read_limit limit) override {
    return open_.latest_offset(start, now_ms, limit);
  }
  void freeze(std::int64_t now_ms) override { open_.freeze(now_ms); }
  void commit(const source_offset& end) override { open_.commit(end); }
  void interrupt() override { open_.interrupt(); }

 private:
  std::string description_;
  open_type open_;
};

// What one source gives to the batch that runs, and what its leaves count.
struct source_batch {
  source_range range;
  std::int64_t input_rows = 0;
  std::int64_t malformed_rows = 0;
};

// Reads columns `Columns` of source S into one chain a partition. A reader that can be cut is read by all partitions, in
// contiguous pieces; any other by the first.
template <class S, class Columns, class Chain>
class leaf final : public feed {
 public:
  template <class MakeChain>
  leaf(const opened_source<S>& source, source_batch& batch, std::size_t partitions, MakeChain&& make_chain,
       exchange_base* above)
      : feed(above), source_(&source), given_(&batch), chains_(partitions, make_chain) {}

  void run(const batch_info& batch, workers& threads) override {
    if (given_->range.end) {
      auto reader = source_->open().template rows<Columns>(given_->range.start, *given_->range.end);
      if constexpr (CuttableRowReader<decltype(reader), row>) read_pieces(reader, threads);
      else read_rounds(reader, threads);
      if constexpr (requires { reader.malformed_rows(); }) given_->malformed_rows += reader.malformed_rows();
    }
    threads.for_each(chains_.size(), [&](std::size_t p) { chains_[p].end_of_batch(batch); });
    if (above() != nullptr) above()->press(round_of_rows, threads);
  }

 private:
  using row = typename S::row;

  template <class Reader>
  void read_pieces(const Reader& reader, workers& threads) {
    const std::size_t rows = reader.size();
    const std::size_t round = above() == nullptr ? rows : round_of_rows;
    for (std::size_t done = 0; done < rows; done += round) {
      const std::size_t here = (std::min)(round, rows - done);
      const std::size_t pieces = chains_.size();
      threads.for_each(pieces, [&](std::size_t p) {
        const std::size_t first = here * p / pieces;
        read_part(chains_[p], reader, done + first, here * (p + 1) / pieces - first);
      });
      if (above() != nullptr) above()->press(1, threads);
    }
    given_->input_rows += static_cast<std::int64_t>(rows);
  }
  template <class Reader>
  void read_rounds(Reader& reader, workers& threads) {
    const std::size_t most = above() == nullptr ? (std::numeric_limits<std::size_t>::max)() : round_of_rows;
    for (std::size_t got = most; got == most;) {
      got = read_some(chains_[0], reader, most);
      given_->input_rows += static_cast<std::int64_t>(got);
      if (above() != nullptr) above()->press(1, threads);
    }
  }

  // The loops over rows: everything above is inlined into them. Not inlined themselves: g++ forgets then to flatten them.
  template <class Reader>
  [[gnu::noinline, gnu::flatten]] static void read_part(Chain& slot, const Reader& reader, std::size_t first,
                                                        std::size_t count) {
    with_local(slot, [&](Chain& chain) { reader.read_part(first, count, [&](const row& one) { chain.process(one); }); });
  }
  template <class Reader>
  [[gnu::noinline, gnu::flatten]] static std::size_t read_some(Chain& slot, Reader& reader, std::size_t most) {
    std::size_t got = 0;
    with_local(slot, [&](Chain& chain) { got = reader.read(most, [&](const row& one) { chain.process(one); }); });
    return got;
  }

  const opened_source<S>* source_;
  source_batch* given_;
  per_partition<Chain> chains_;
};

}  // namespace tidemark
