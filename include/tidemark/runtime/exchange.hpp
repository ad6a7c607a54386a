// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// An exchange: rows cross from the partition that made them to the one that their key belongs to.

#include <tidemark/row/as_row.hpp>
#include <tidemark/row/key_hash.hpp>
#include <tidemark/row/per_partition.hpp>
#include <tidemark/runtime/feed.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tidemark {

// The rows `R` that wait, by producer and partition, and the chains above. While chains below run, only producer p writes the
// rows that p leaves; while rows are handed over, only partition p reads those left for p.
template <class R, class Chain>
class exchange final : public exchange_base {
 public:
  template <class MakeChain>
  exchange(std::size_t partitions, MakeChain&& make_chain, exchange_base* above)
      : exchange_base(above), chains_(partitions, make_chain), outbox_(partitions) {
    for (auto& left : outbox_) left.resize(partitions);
  }

  template <class Flowing>
  [[gnu::always_inline]] void leave(std::size_t producer, std::size_t partition, const Flowing& row) {
    outbox_[producer][partition].rows.push_back(as_row<R>(row));
  }

  std::size_t partitions() const override { return chains_.size(); }
  std::size_t waiting() const override {
    std::size_t rows = 0;
    for (const auto& left : outbox_)
      for (const box& one : left) rows += one.rows.size() - one.taken;
    return rows;
  }
  std::size_t left_by(std::size_t producer) const override {
    std::size_t rows = 0;
    for (const box& one : outbox_[producer]) rows += one.rows.size() - one.taken;
    return rows;
  }

  bool take(std::size_t partition, std::size_t room) override {
    bool is_left = false;
    with_local(chains_[partition], [&](Chain& chain) { is_left = take_into(chain, partition, room); });
    return is_left;
  }

  void run(const batch_info& batch, workers& threads) override {
    press(1, threads);
    threads.for_each(chains_.size(), [&](std::size_t p) { chains_[p].end_of_batch(batch); });
    if (above() != nullptr) above()->press(round_of_rows, threads);
  }

 private:
  struct box {
    std::vector<R> rows;
    std::size_t taken = 0;
  };

  // Rows are taken in steps, between which is asked whether the exchange above still has room.
  bool take_into(Chain& chain, std::size_t partition, std::size_t room) {
    constexpr std::size_t step = 1024;
    for (auto& left : outbox_) {
      box& from = left[partition];
      while (from.taken < from.rows.size()) {
        if (above() != nullptr && above()->left_by(partition) >= room) return true;
        const std::size_t past = (std::min)(from.taken + step, from.rows.size());
        pass(chain, from.rows.data() + from.taken, from.rows.data() + past);
        from.taken = past;
      }
      from.rows.clear();
      from.taken = 0;
    }
    return false;
  }
  [[gnu::noinline, gnu::flatten]] static void pass(Chain& chain, const R* row, const R* past) {
    for (; row != past; ++row) chain.process(*row);
  }

  per_partition<Chain> chains_;
  std::vector<std::vector<box>> outbox_;  // by producer, then by partition
};

namespace stage {

// The end of a chain below an exchange: leaves each row for the partition of its key. The end of the batch does not cross; the
// driver carries it over.
template <class Keys, class Exchange>
class to_partition {
 public:
  to_partition(Keys keys, Exchange& above, std::size_t producer)
      : keys_(std::move(keys)), above_(&above), producer_(producer) {}

  [[gnu::always_inline]] void process(const auto& row) {
    above_->leave(producer_, partition_of(key_hash_of(keys_(row)), above_->partitions()), row);
  }
  void end_of_batch(const batch_info& /*batch*/) {}

 private:
  [[no_unique_address]] Keys keys_;
  Exchange* above_;
  std::size_t producer_;
};

}  // namespace stage
}  // namespace tidemark
