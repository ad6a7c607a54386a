// error: tidemark aggregate_needs_name: an aggregate of one's own has no name
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>

struct product {
  using state = std::int64_t;
#ifndef TIDEMARK_EXPECT_ERROR
  static constexpr const char* name = "product";
#endif
  static constexpr state zero() { return 1; }
  static constexpr void add(state& so_far, std::int64_t value) { so_far *= value; }
  static constexpr void merge(state& so_far, state other) { so_far *= other; }
  static constexpr std::int64_t result(state so_far) { return so_far; }
};

auto query() { return events() | td::group_by("user"_c) | td::agg(td::aggregate<product>("views"_c).as("product"_c)); }
