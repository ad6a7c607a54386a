// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A stream, and the rows of a table, to make mistakes with.

#include <tidemark/operators/read.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/sources/range_source.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace td = tidemark;
using namespace td::literals;

struct event {
  std::string user;
  std::int64_t views;
  td::timestamp time;
};
struct account {
  std::string user;
  std::string name;
};
BOOST_HANA_ADAPT_STRUCT(event, user, views, time);
BOOST_HANA_ADAPT_STRUCT(account, user, name);

inline auto events() { return td::read_stream(std::vector<event>{}); }
