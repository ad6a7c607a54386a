// error: tidemark join_static_stream_semi: a table on the left and a stream on the right can't be joined by td::left_semi
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/join.hpp>

auto joined() {
#ifdef TIDEMARK_EXPECT_ERROR
  return td::read(std::vector<account>{}) | td::join(events(), td::left_semi, td::using_columns("user"_c));
#else
  return events() | td::join(td::read(std::vector<account>{}), td::left_semi, td::using_columns("user"_c));
#endif
}
