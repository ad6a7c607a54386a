// error: tidemark not_a_source: read_stream needs a source, or a range of records
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/operators/read.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sources/json_source.hpp>

#include <string>

namespace td = tidemark;

struct reading {
  double celsius;
};
#ifndef TIDEMARK_EXPECT_ERROR
BOOST_HANA_ADAPT_STRUCT(reading, celsius);
#endif

auto readings(const std::string& folder) {
  return td::read_stream(td::json_source<reading>(folder, {.max_files_per_trigger = 1}));
}
