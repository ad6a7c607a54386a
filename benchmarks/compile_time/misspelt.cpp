// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Does not compile: there is no column "prize". How far down is the line that says so?

#include <tidemark/tidemark.hpp>

#include <cstdint>
#include <vector>

struct bid {
  std::int64_t auction;
  std::int64_t price;
};
BOOST_HANA_ADAPT_STRUCT(bid, auction, price);

using namespace tidemark::literals;

auto dear(const std::vector<bid>& bids) { return tidemark::read_stream(bids) | tidemark::where("prize"_c > 5); }
