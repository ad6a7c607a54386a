// error: tidemark join_stream_static_full: a stream and a table can't be joined by td::full_outer
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/join.hpp>

auto joined() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::join(td::read(std::vector<account>{}), td::full_outer, td::using_columns("user"_c));
#else
  return events() | td::join(td::read(std::vector<account>{}), td::left_outer, td::using_columns("user"_c));
#endif
}
