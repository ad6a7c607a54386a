// error: tidemark not_a_source: read_stream needs a source, or a range of records
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/operators/read.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sources/range_source.hpp>

#include <vector>

namespace td = tidemark;

struct reading {
  double celsius;
};
#ifndef TIDEMARK_EXPECT_ERROR
BOOST_HANA_ADAPT_STRUCT(reading, celsius);
#endif

auto readings() {
  return td::read_stream(std::vector<reading>{}) | td::where([](const auto&) { return true; });
}
