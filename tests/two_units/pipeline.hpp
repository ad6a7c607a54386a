// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A query that both units build and run, and what they compare.

#include <tidemark/tidemark.hpp>

#include <cstdint>
#include <vector>

namespace two_units {

struct click {
  std::int64_t page;
  std::int64_t views;
};
struct total {
  std::int64_t views;
};

}  // namespace two_units

BOOST_HANA_ADAPT_STRUCT(two_units::click, page, views);
BOOST_HANA_ADAPT_STRUCT(two_units::total, views);

namespace two_units {

inline auto pipeline() {
  using namespace tidemark::literals;
  const std::vector<click> clicks{{1, 1}, {2, 3}, {1, 5}};
  return tidemark::read_stream(clicks) | tidemark::where("views"_c > 1) |
         tidemark::map([](const click& one) { return total{one.views}; });
}

inline std::vector<std::int64_t> run() {
  const tidemark::memory_table<total> results;
  tidemark::streaming_query query = pipeline() | tidemark::write_stream(tidemark::memory_sink(results), tidemark::append) |
                                    tidemark::start({.trigger = tidemark::available_now{}});
  query.await_termination();
  std::vector<std::int64_t> views;
  for (const total& row : results) views.push_back(row.views);
  return views;
}

// Has one address for a type: the same in all units where the type is the same.
template <class T>
inline constexpr char mark_of{};

inline const void* type() { return &mark_of<decltype(pipeline())>; }
inline const void* registry() { return &tidemark::queries(); }

std::vector<std::int64_t> run_in_b();
const void* type_in_b();
const void* registry_in_b();

}  // namespace two_units
