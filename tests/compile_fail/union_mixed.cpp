// error: tidemark union_mixed: one side of the union is a stream and the other a static table
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/union_with.hpp>

// A table that does not grow.
struct table {
  using row = event;
  using source_type = table;
  using verdict = td::ok;
  static constexpr bool is_streaming = false;
};

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::union_with(td::stream<table>(table()));
#else
  return events() | td::union_with(events());
#endif
}
