// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the chains of 1, 4, 8 and 16 steps share: their row and their headers.

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
