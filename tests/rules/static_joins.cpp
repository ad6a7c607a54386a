// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Streams joined with static tables: which kinds there are.

#include "rules/pipelines.hpp"

#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/join.hpp>

namespace rules_test {

template <class Left, class Right, class Type>
inline constexpr step_verdict<Left, decltype(join(std::declval<Right>(), Type{}, using_columns("k"_c)))> joined{};

struct name_of_key {
  std::string k;
  std::string name;
};

}  // namespace rules_test

BOOST_HANA_ADAPT_STRUCT(rules_test::name_of_key, k, name);

namespace rules_test {

using table = decltype(read(std::vector<name_of_key>{}));
using stream_type = decltype(S());

static_assert(joined<stream_type, table, join_type::inner> == ok{});
static_assert(joined<stream_type, table, join_type::left_outer> == ok{});
static_assert(joined<stream_type, table, join_type::left_semi> == ok{});
static_assert(joined<stream_type, table, join_type::left_anti> == ok{});
static_assert(joined<stream_type, table, join_type::right_outer> == join_stream_static_right{});
static_assert(joined<stream_type, table, join_type::full_outer> == join_stream_static_full{});

static_assert(joined<table, stream_type, join_type::inner> == ok{});
static_assert(joined<table, stream_type, join_type::right_outer> == ok{});
static_assert(joined<table, stream_type, join_type::left_outer> == join_static_stream_left{});
static_assert(joined<table, stream_type, join_type::full_outer> == join_stream_static_full{});
static_assert(joined<table, stream_type, join_type::left_semi> == join_static_stream_semi{});
static_assert(joined<table, stream_type, join_type::left_anti> == join_static_stream_anti{});

// Two tables are one: any kind will do, and there is no stream to run.
static_assert(joined<table, decltype(read(std::vector<name_of_key>{}) | rename("name"_c, "other"_c)), join_type::full_outer> ==
              ok{});

// No side of it is remembered for a time.
static_assert(step_verdict<stream_type, decltype(join(std::declval<table>(), inner, using_columns("k"_c), {.ttl = 1h}))>{} ==
              join_ttl_needs_streams{});
static_assert(step_verdict<table, decltype(join(std::declval<stream_type>(), inner, using_columns("k"_c), {.ttl = 1h}))>{} ==
              join_ttl_needs_streams{});

// Groups are no table.
static_assert(joined<stream_type, decltype(read(std::vector<name_of_key>{}) | group_by("k"_c)), join_type::inner> ==
              groups_need_aggregation{});
static_assert(joined<stream_type, decltype(read(std::vector<name_of_key>{}) | group_by_key("k"_c)), join_type::inner> ==
              keyed_groups_need_function{});

// It keeps nothing, so all output modes that fit the rest do; the mark of a watermark is kept.
static_assert(joined<decltype(S_t()), table, join_type::left_outer> == ok{});
using marked = decltype(S_t() | join(read(std::vector<name_of_key>{}), left_outer, using_columns("k"_c)));
static_assert(std::is_same_v<event_time_of<marked::plan_type>, name_list<"t">>);
static_assert(step_count<marked::plan_type, output_mode::append> == 0 && is_state_bounded<marked>);
static_assert(std::is_same_v<column_type<row_of<marked::plan_type>, "name">, std::optional<std::string>>);

}  // namespace rules_test
