// error: tidemark join_ttl_needs_streams: a join with a static table keeps no rows that a ttl could end
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/join.hpp>

using namespace std::chrono_literals;

auto joined() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::join(td::read(std::vector<account>{}), td::inner, td::using_columns("user"_c), {.ttl = 24h});
#else
  return events() | td::join(td::read_stream(std::vector<account>{}), td::inner, td::using_columns("user"_c), {.ttl = 24h});
#endif
}
