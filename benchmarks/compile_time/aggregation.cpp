// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Two queries, of which the first STEPS (0, 1 or 2) have an aggregation.

#include <tidemark/tidemark.hpp>

#include <cstdint>
#include <vector>

struct bid {
  std::int64_t auction;
  std::int64_t price;
};
BOOST_HANA_ADAPT_STRUCT(bid, auction, price);

namespace td = tidemark;
using namespace td::literals;

auto by_price(const std::vector<bid>& bids) {
  return td::read_stream(bids)
#if STEPS >= 1
         | td::group_by("price"_c) | td::agg(td::count().as("bids"_c))
#endif
         | td::write_stream(td::noop_sink{}, td::update) | td::start({.name = "by price"});
}

auto by_auction(const std::vector<bid>& bids) {
  return td::read_stream(bids)
#if STEPS >= 2
         | td::group_by("auction"_c) | td::agg(td::sum("price"_c).as("total"_c))
#endif
         | td::write_stream(td::noop_sink{}, td::update) | td::start({.name = "by auction"});
}
