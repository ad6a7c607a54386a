// error: tidemark join_static_stream_left: a table on the left and a stream on the right can't be joined by td::left_outer
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/join.hpp>

auto joined() {
#ifdef TIDEMARK_EXPECT_ERROR
  return td::read(std::vector<account>{}) | td::join(events(), td::left_outer, td::using_columns("user"_c));
#else
  return td::read(std::vector<account>{}) | td::join(events(), td::right_outer, td::using_columns("user"_c));
#endif
}
