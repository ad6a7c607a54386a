// error: tidemark unknown_column: the rows have no column of this name
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/tidemark.hpp>

#include "events.hpp"

// What stands behind the mistake is no second error.
int main() {
#ifdef TIDEMARK_EXPECT_ERROR
  auto many = events() | td::select("user"_c, "vews"_c) | td::where("vews"_c > 1) | td::group_by("user"_c) | td::count();
#else
  auto many = events() | td::select("user"_c, "views"_c) | td::where("views"_c > 1) | td::group_by("user"_c) | td::count();
#endif
  const std::string text = td::explain(many);
  td::streaming_query query = many | td::write_stream(td::noop_sink(), td::update) | td::start({.name = text});
  query.await_termination();
}
