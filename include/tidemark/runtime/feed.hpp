// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rows of a batch come from, as the driver of a pipeline sees it: leaves that read a source, and exchanges that hand rows
// to their partition. A flat list of feeds, in plan order, left before right, is all that the driver knows.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/runtime/workers.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace tidemark {

// Rows of a batch that are read before they are handed over an exchange: what bounds the memory of a cut. A constant, since a
// batch that is run again must cut the same rounds. At least as many as partitions.
inline constexpr std::size_t round_of_rows = 65536;

class exchange_base;

// One chain of stages in each partition, with what feeds it.
class feed {
 public:
  explicit feed(exchange_base* above) : above_(above) {}
  feed(const feed&) = delete;
  feed& operator=(const feed&) = delete;
  virtual ~feed() = default;

  // The exchange in which the chains of this feed end; null: they end in the sink.
  exchange_base* above() const { return above_; }

  // All rows of this feed for the batch, and then its end.
  virtual void run(const batch_info& batch, workers& threads) = 0;

 private:
  exchange_base* above_;
};

// A feed whose rows come from other chains: each producer (a partition below) leaves rows for each partition.
class exchange_base : public feed {
 public:
  using feed::feed;

  // Rows that wait.
  virtual std::size_t waiting() const = 0;
  // Takes rows of one partition, in producer order, until none is left or the exchange above has `room` more from it.
  // True if rows are left.
  virtual bool take(std::size_t partition, std::size_t room) = 0;
  // What this partition has left for the exchange's partitions since the last hand-over.
  virtual std::size_t left_by(std::size_t producer) const = 0;
  virtual std::size_t partitions() const = 0;

  // Hands rows up if at least `least` wait, until none does.
  void press(std::size_t least, workers& threads);
};

// Runs `f` on a local copy of the chain and puts it back. Members of its stages can then live in registers, which halves the
// time of a keyed chain, as long as nothing on the row path needs the address of a stage: no call of a function that is not
// inlined with a stage or a struct in it, no view that refers to a member. (A chain with a lambda that captures can't be
// assigned, so it is made anew in its place.)
template <class Chain, class F>
[[gnu::always_inline]] inline void with_local(Chain& chain, F&& f) {
  Chain local(std::move(chain));
  f(local);
  std::destroy_at(&chain);
  std::construct_at(&chain, std::move(local));
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/feed.ipp>
#endif
