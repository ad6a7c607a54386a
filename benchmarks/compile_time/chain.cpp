// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// A chain of STEPS operators over rows of fixed width (0, 8, 16 or 32), where and map by turns, no two alike.

#include <tidemark/operators/map.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/runtime/start.hpp>
#include <tidemark/sinks/noop_sink.hpp>
#include <tidemark/sources/range_source.hpp>

#include <cstdint>
#include <vector>

struct bid {
  std::int64_t auction;
  std::int64_t price;
};
BOOST_HANA_ADAPT_STRUCT(bid, auction, price);

using namespace tidemark::literals;

#define TWO(k) | tidemark::where("price"_c > k) | tidemark::map([](const bid& one) { return bid{one.auction, one.price + k}; })
#define EIGHT(k) TWO(k) TWO(k + 1) TWO(k + 2) TWO(k + 3)

auto chain(const std::vector<bid>& bids) {
  // clang-format off
  return tidemark::read_stream(bids)
#if STEPS >= 8
         EIGHT(0)
#endif
#if STEPS >= 16
         EIGHT(4)
#endif
#if STEPS >= 32
         EIGHT(8) EIGHT(12)
#endif
         | tidemark::write_stream(tidemark::noop_sink{}, tidemark::append) | tidemark::start({.name = "chain"});
  // clang-format on
}
