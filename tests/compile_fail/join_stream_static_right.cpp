// error: tidemark join_stream_static_right: a stream on the left and a table on the right can't be joined by td::right_outer
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/join.hpp>

auto joined() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::join(td::read(std::vector<account>{}), td::right_outer, td::using_columns("user"_c));
#else
  return events() | td::join(td::read(std::vector<account>{}), td::left_outer, td::using_columns("user"_c));
#endif
}
