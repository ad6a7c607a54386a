// error: tidemark record_does_not_fit: as<R>\(\) needs a column of the same name and type
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/as.hpp>

struct visit {
  std::string user;
  std::int64_t page;
};
BOOST_HANA_ADAPT_STRUCT(visit, user, page);
struct user_name {
  std::string user;
};
BOOST_HANA_ADAPT_STRUCT(user_name, user);

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::as<visit>();
#else
  return events() | td::as<user_name>();
#endif
}
