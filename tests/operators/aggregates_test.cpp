// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The types that aggregates make, and their parts.

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sources/range_source.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aggregates_test {

struct facts {
  std::int32_t i;
  std::optional<std::int64_t> n;
  std::uint64_t u;
  float f;
  std::optional<double> d;
  std::string s;
  bool b;
  tidemark::timestamp t;
};

// The number of letters in all texts, from one on, as text.
struct letters {
  static constexpr const char* name = "letters";
  using state = std::int64_t;
  static constexpr state zero() { return 1; }
  static constexpr void add(state& count, const std::string& text) { count += static_cast<std::int64_t>(text.size()); }
  static constexpr void merge(state& count, state other) { count += other - 1; }
  static std::string result(state count) { return std::to_string(count); }
};

struct unordered {
  int value;
};

}  // namespace aggregates_test

BOOST_HANA_ADAPT_STRUCT(aggregates_test::facts, i, n, u, f, d, s, b, t);

namespace aggregates_test {

using namespace tidemark;
using namespace tidemark::literals;

using rows = decltype(read_stream(std::vector<facts>{}));
using by_key = decltype(std::declval<rows>() | group_by("i"_c));

// What an aggregate is as a column, by group and over all rows.
template <class ByGroup, class OverAll, class A>
constexpr bool gives(A of) {
  const auto named = of.as("a"_c);
  using by_group = row_of<plan_in<decltype(std::declval<by_key>() | agg(named))>>;
  using over_all = row_of<plan_in<decltype(std::declval<rows>() | agg(named))>>;
  return std::same_as<by_group, row<field<"i", std::int32_t>, field<"a", ByGroup>>> &&
         std::same_as<over_all, row<field<"a", OverAll>>>;
}
template <class T>
using maybe = std::optional<T>;

static_assert(gives<std::int64_t, std::int64_t>(count()));
static_assert(gives<std::int64_t, std::int64_t>(count("n"_c)));
static_assert(gives<std::int64_t, std::int64_t>(count_distinct("n"_c)));
static_assert(gives<std::int64_t, std::int64_t>(count_distinct("s"_c)));
static_assert(gives<std::int64_t, maybe<std::int64_t>>(sum("i"_c)));
static_assert(gives<maybe<std::int64_t>, maybe<std::int64_t>>(sum("n"_c)));
static_assert(gives<std::uint64_t, maybe<std::uint64_t>>(sum("u"_c)));
static_assert(gives<double, maybe<double>>(sum("f"_c)));
static_assert(gives<maybe<double>, maybe<double>>(sum("d"_c)));
static_assert(gives<double, maybe<double>>(avg("i"_c)));
static_assert(gives<maybe<double>, maybe<double>>(avg("n"_c)));
static_assert(gives<std::int32_t, maybe<std::int32_t>>(min("i"_c)));
static_assert(gives<maybe<std::int64_t>, maybe<std::int64_t>>(min("n"_c)));
static_assert(gives<std::string, maybe<std::string>>(max("s"_c)));
static_assert(gives<bool, maybe<bool>>(max("b"_c)));
static_assert(gives<timestamp, maybe<timestamp>>(max("t"_c)));
static_assert(gives<std::string, std::string>(aggregate<letters>("s"_c)));

static_assert(gives<std::int64_t, std::int64_t>(count_if("b"_c)));
static_assert(gives<std::int64_t, std::int64_t>(count_if("n"_c > 1)));
static_assert(gives<bool, maybe<bool>>(bool_and("b"_c)));
static_assert(gives<maybe<bool>, maybe<bool>>(bool_or("n"_c > 1)));
static_assert(gives<std::int32_t, maybe<std::int32_t>>(first("i"_c)));
static_assert(gives<maybe<std::int64_t>, maybe<std::int64_t>>(last("n"_c)));
static_assert(gives<maybe<std::int64_t>, maybe<std::int64_t>>(first("n"_c, ignore_nulls)));
static_assert(gives<std::string, maybe<std::string>>(last("s"_c, ignore_nulls)));
static_assert(gives<std::string, maybe<std::string>>(max_by("s"_c, "t"_c)));
static_assert(gives<maybe<std::string>, maybe<std::string>>(min_by("s"_c, "n"_c)));
static_assert(gives<maybe<std::int64_t>, maybe<std::int64_t>>(max_by("n"_c, "s"_c)));
static_assert(gives<maybe<double>, maybe<double>>(stddev("i"_c)));
static_assert(gives<maybe<double>, maybe<double>>(var_samp("d"_c)));
static_assert(gives<double, maybe<double>>(stddev_pop("f"_c)));
static_assert(gives<maybe<double>, maybe<double>>(var_pop("n"_c)));
static_assert(gives<std::vector<std::string>, std::vector<std::string>>(collect_list("s"_c)));
static_assert(gives<float, maybe<float>>(approx_percentile("f"_c, 0.5)));
static_assert(gives<maybe<std::int64_t>, maybe<std::int64_t>>(approx_percentile("n"_c, 0.99, 100)));
static_assert(gives<timestamp, maybe<timestamp>>(approx_percentile("t"_c, 0.5)));
static_assert(!decltype(approx_percentile("s"_c, 0.5))::fits<facts>);
static_assert(gives<std::int64_t, std::int64_t>(approx_count_distinct("s"_c)));
static_assert(gives<std::vector<std::int64_t>, std::vector<std::int64_t>>(collect_set("n"_c)));

// Keys come first, then the aggregates in the order in which they stand; count has a name of its own.
static_assert(std::same_as<row_of<plan_in<decltype(std::declval<by_key>() | agg(count(), max("u"_c).as("most"_c)))>>,
                           row<field<"i", std::int32_t>, field<"count", std::int64_t>, field<"most", std::uint64_t>>>);

// What does not fit its values.
static_assert(decltype(count_distinct("b"_c))::fits<facts> && decltype(count_distinct("t"_c))::fits<facts>);
static_assert(!decltype(count_distinct("m"_c))::fits<row<field<"m", std::map<int, int>>>>);
static_assert(!decltype(sum("s"_c))::fits<facts>);
static_assert(!decltype(avg("b"_c))::fits<facts>);
static_assert(!decltype(sum("t"_c))::fits<facts>);
static_assert(!decltype(count_if("i"_c))::fits<facts> && !decltype(bool_and("s"_c))::fits<facts>);
static_assert(!decltype(stddev("s"_c))::fits<facts> && !decltype(var_pop("b"_c))::fits<facts>);
static_assert(!decltype(max_by("i"_c, "o"_c))::fits<row<field<"i", int>, field<"o", unordered>>>);
static_assert(decltype(max_by("o"_c, "i"_c))::fits<row<field<"i", int>, field<"o", unordered>>>);
static_assert(!decltype(collect_set("m"_c))::fits<row<field<"m", std::map<int, int>>>>);
static_assert(!decltype(aggregate<letters>("i"_c))::fits<facts>);
static_assert(decltype(aggregate<letters>("s"_c))::fits<facts>);

// Added apart and merged is added together; merging with nothing changes nothing, on either side.
template <class Over, class Value>
constexpr bool merges(Value a, Value b, const auto& result) {
  auto left = Over::zero();
  auto right = Over::zero();
  const auto nothing = Over::zero();
  Over::add(left, a);
  Over::merge(left, nothing);
  Over::add(right, b);
  auto from_nothing = Over::zero();
  Over::merge(from_nothing, right);
  Over::merge(left, from_nothing);
  return Over::result(left) == result;
}
static_assert(merges<aggregates::count::over<false, int>>(7, 7, 2));
static_assert(merges<aggregates::sum::over<false, int>>(3, -5, -2));
static_assert(merges<aggregates::sum::over<true, int>>(3, -5, -2));
static_assert(merges<aggregates::sum::over<true, float>>(0.5F, 0.25F, 0.75));
static_assert(merges<aggregates::avg::over<false, int>>(3, -4, -0.5));
static_assert(merges<aggregates::avg::over<true, int>>(3, -4, -0.5));
static_assert(merges<aggregates::min::over<false, int>>(3, -5, -5));
static_assert(merges<aggregates::max::over<true, int>>(3, -5, 3));
static_assert(merges<aggregates::min::over<false, bool>>(true, false, false));
static_assert(merges<aggregates::max::over<false, bool>>(false, true, true));

static_assert(merges<aggregates::count_if::over<false, bool>>(true, false, 1));
static_assert(merges<aggregates::bool_and::over<false, bool>>(true, false, false));
static_assert(merges<aggregates::bool_and::over<true, bool>>(true, true, true));
static_assert(merges<aggregates::bool_or::over<false, bool>>(false, true, true));
static_assert(merges<aggregates::bool_or::over<true, bool>>(false, false, false));
static_assert(merges<aggregates::first::over<false, int>>(3, -5, 3));
static_assert(merges<aggregates::last::over<false, int>>(3, -5, -5));
static_assert(merges<aggregates::first::over<true, maybe<int>>>(maybe<int>(), maybe<int>(7), maybe<int>()));
static_assert(merges<aggregates::last::over<true, maybe<int>>>(maybe<int>(7), maybe<int>(), maybe<int>()));
static_assert(merges<aggregates::first_ignore_nulls::over<true, int>>(3, -5, 3));
static_assert(merges<aggregates::last_ignore_nulls::over<false, int>>(3, -5, -5));

// Nothing is null where nothing may come.
static_assert(aggregates::count::over<true>::result(aggregates::count::over<true>::zero()) == 0);
static_assert(aggregates::sum::over<true, int>::result(aggregates::sum::over<true, int>::zero()) == std::nullopt);
static_assert(aggregates::avg::over<true, int>::result(aggregates::avg::over<true, int>::zero()) == std::nullopt);
static_assert(aggregates::min::over<true, int>::result(aggregates::min::over<true, int>::zero()) == std::nullopt);

// The states of NaN: greater than any other number, so least only where all are.
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
static_assert(merges<aggregates::min::over<false, double>>(nan, 1.0, 1.0));
static_assert(merges<aggregates::min::over<false, double>>(1.0, nan, 1.0));
static_assert(!merges<aggregates::max::over<false, double>>(nan, 1.0, 1.0));
static_assert(!merges<aggregates::max::over<false, double>>(1.0, nan, 1.0));

}  // namespace aggregates_test
