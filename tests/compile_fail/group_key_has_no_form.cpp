// error: tidemark group_key_has_no_form: what the function of group_by_key returns
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/group_by_key.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by_key([](const event& one) { return &one; });
#else
  return events() | td::group_by_key([](const event& one) { return one.views; });
#endif
}
