// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Pipelines as text.

#include "catch2_any_version.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/as.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/drop.hpp>
#include <tidemark/operators/flat_map.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/map.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/union_with.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_column.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/logic.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sinks/console_sink.hpp>
#include <tidemark/testing/source.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace describe_test {

struct sale {
  std::string item;
  std::int64_t price;
  tidemark::timestamp time;
};

}  // namespace describe_test

BOOST_HANA_ADAPT_STRUCT(describe_test::sale, item, price, time);

namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;
using describe_test::sale;

}  // namespace

TEST_CASE("explain prints a step a line, the last one first, inputs indented below") {
  const td::testing::source<sale> shops;
  const auto expensive = td::read_stream(shops) | td::where("price"_c > 100 && "item"_c != "gift") |
                         td::with_column(("price"_c * 2).as("double"_c)) | td::drop("double"_c) |
                         td::with_watermark("time"_c, 90s);
  const auto others = td::read_stream(shops) | td::where([](const sale& one) { return one.price < 0; }) |
                      td::select("item"_c, ("price"_c - 1).as("price"_c), "time"_c) | td::rename("item"_c, "what"_c) |
                      td::rename("what"_c, "item"_c) | td::as<sale>() | td::with_watermark("time"_c, 0s);
  const auto totals = expensive | td::union_with(others) | td::group_by(td::window("time"_c, 10min, 5min, -1min), "item"_c) |
                      td::agg(td::count(), td::sum("price"_c + 1).as("total"_c)) |
                      td::write_stream(td::console_sink(), td::append);
  CHECK(
      td::explain(totals) ==
      R"(write_stream ConsoleSink, append, at least once: a sink may get a batch a second time, under the same id, bounded state
+- agg count() as count, sum((price + 1)) as total
   +- group_by window(time, 10 minutes, 5 minutes, -1 minutes), item
      +- union_with
         +- with_watermark time, 90 seconds
            +- drop double
               +- with_column (price * 2) as double
                  +- where ((price > 100) and (item <> 'gift'))
                     +- read_stream MemoryStream
         +- with_watermark time, 0 days
            +- as
               +- rename what, item
                  +- rename item, what
                     +- select item, (price - 1) as price, time
                        +- where <function>
                           +- read_stream MemoryStream
)");
}

TEST_CASE("explain says of a function only that it is one; a stream prints without sink and mode") {
  const auto copies = td::read_stream(td::testing::source<sale>()) | td::map([](const sale& one) { return one; }) |
                      td::flat_map([](const sale& one) {
                        return std::vector<sale>{one, one};
                      });
  CHECK(td::explain(copies) == "flat_map <function>\n+- map <function>\n   +- read_stream MemoryStream\n");
}
