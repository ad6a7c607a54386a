// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Decimals, dates and bytes in expressions: types of results, casts, functions.

#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include <tidemark/plan/functions.hpp>
#include <tidemark/row/bytes.hpp>
#include <tidemark/row/date.hpp>
#include <tidemark/row/decimal.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using namespace std::chrono_literals;
using tidemark::testing::failure_id;
using tidemark::testing::failure_of;
using tidemark::testing::printed;

namespace {

template <class T>
using one = row<field<"a", T>>;
template <class A, class B>
using two = row<field<"a", A>, field<"b", B>>;
using price = decimal<10, 2>;

template <class E, class... Types>
using type_over = type_of<E, std::conditional_t<sizeof...(Types) == 1, one<std::tuple_element_t<0, std::tuple<Types...>>>,
                                                two<std::tuple_element_t<0, std::tuple<Types...>>,
                                                    std::tuple_element_t<sizeof...(Types) - 1, std::tuple<Types...>>>>>;
template <class To, class From>
using try_cast_type = type_of<decltype(try_cast<To>("a"_c)), one<From>>;

template <class To, class From>
To casted(From value) {
  return cast<To>("a"_c)(one<From>{std::move(value)});
}
template <class To, class From>
std::string failed(From value) {
  return failure_id(cast<To>("a"_c), one<From>{std::move(value)});
}

using sum_type = decltype("a"_c + "b"_c);
using product_type = decltype("a"_c * "b"_c);

// ---- Types of results; what makes no sense has none

static_assert(std::same_as<type_over<sum_type, price, std::optional<price>>, std::optional<decimal<11, 2>>>);
static_assert(std::same_as<type_over<sum_type, price, std::int32_t>, decimal<13, 2>>);
static_assert(std::same_as<type_over<sum_type, price, double>, double>);
static_assert(std::same_as<type_over<product_type, std::int64_t, decimal<4, 3>>, decimal<25, 3>>);
static_assert(std::same_as<type_over<sum_type, date, std::chrono::days>, date>);
static_assert(std::same_as<type_over<sum_type, timestamp, std::chrono::minutes>, timestamp>);
static_assert(std::same_as<type_over<sum_type, price, std::string>, no_operator>);
static_assert(std::same_as<type_over<sum_type, price, bool>, no_operator>);
static_assert(std::same_as<type_over<sum_type, price, date>, no_operator>);
static_assert(std::same_as<type_over<sum_type, date, date>, no_operator>);
static_assert(std::same_as<type_over<sum_type, date, std::int32_t>, no_operator>);
static_assert(std::same_as<type_over<decltype("a"_c - "b"_c), date, date>, no_operator>);
static_assert(std::same_as<type_over<decltype("a"_c - "b"_c), timestamp, timestamp>, no_operator>);
static_assert(std::same_as<type_over<product_type, date, std::int32_t>, no_operator>);
static_assert(std::same_as<type_over<product_type, bytes, bytes>, no_operator>);
static_assert(std::same_as<type_over<decltype("a"_c < "b"_c), date, timestamp>, bool>);
static_assert(std::same_as<type_over<decltype("a"_c < "b"_c), bytes, bytes_view>, bool>);
static_assert(std::same_as<type_over<decltype("a"_c < "b"_c), date, std::string>, no_operator>);
static_assert(std::same_as<type_over<decltype("a"_c == "b"_c), price, std::string>, no_operator>);
static_assert(std::same_as<type_over<decltype(coalesce("a"_c, "b"_c)), std::optional<price>, decimal<5, 4>>, decimal<12, 4>>);
static_assert(std::same_as<type_over<decltype(coalesce("a"_c, "b"_c)), std::optional<date>, timestamp>, timestamp>);
static_assert(std::same_as<type_over<decltype(greatest("a"_c, "b"_c)), price, std::int64_t>, decimal<22, 2>>);
static_assert(std::same_as<type_over<decltype(date_add("a"_c, 1)), timestamp>, date>);
static_assert(std::same_as<type_over<decltype(date_add("a"_c, 1.5)), date>, no_operator>);
static_assert(
    std::same_as<type_over<decltype(datediff("a"_c, "b"_c)), date, std::optional<timestamp>>, std::optional<std::int32_t>>);
static_assert(std::same_as<type_over<decltype(trunc("a"_c, time_unit::month)), date>, std::optional<date>>);
static_assert(std::same_as<type_over<decltype(year("a"_c)), std::int32_t>, no_operator>);

// ---- try_cast is nullable exactly where a value may not fit

static_assert(std::same_as<try_cast_type<decimal<12, 2>, price>, decimal<12, 2>>);
static_assert(std::same_as<try_cast_type<decimal<11, 1>, price>, decimal<11, 1>>);
static_assert(std::same_as<try_cast_type<decimal<9, 1>, price>, std::optional<decimal<9, 1>>>);
static_assert(std::same_as<try_cast_type<decimal<9, 2>, price>, std::optional<decimal<9, 2>>>);
static_assert(std::same_as<try_cast_type<decimal<12, 2>, std::int32_t>, decimal<12, 2>>);
static_assert(std::same_as<try_cast_type<price, std::int32_t>, std::optional<price>>);
static_assert(std::same_as<try_cast_type<price, double>, std::optional<price>>);
static_assert(std::same_as<try_cast_type<price, std::string>, std::optional<price>>);
static_assert(std::same_as<try_cast_type<std::int32_t, price>, std::int32_t>);
static_assert(std::same_as<try_cast_type<std::int16_t, price>, std::optional<std::int16_t>>);
static_assert(std::same_as<try_cast_type<std::uint64_t, price>, std::optional<std::uint64_t>>);
static_assert(std::same_as<try_cast_type<double, price>, double>);
static_assert(std::same_as<try_cast_type<std::string, price>, std::string>);
static_assert(std::same_as<try_cast_type<date, timestamp>, date>);
static_assert(std::same_as<try_cast_type<date, std::string_view>, std::optional<date>>);
static_assert(std::same_as<try_cast_type<date, std::int32_t>, no_operator>);
static_assert(std::same_as<try_cast_type<std::int32_t, date>, no_operator>);
static_assert(std::same_as<try_cast_type<date, bool>, no_operator>);
static_assert(std::same_as<try_cast_type<bytes, std::string>, bytes>);
static_assert(std::same_as<try_cast_type<bytes, std::int32_t>, no_operator>);

}  // namespace

TEST_CASE("casts to decimals round, and end the query where the value does not fit") {
  CHECK(casted<decimal<5, 1>>(price("12.35")) == decimal<5, 1>("12.4"));
  CHECK(casted<decimal<5, 1>>(price("-12.35")) == decimal<5, 1>("-12.4"));
  CHECK(casted<price>(std::int32_t{-7}) == price(-7));
  CHECK(casted<price>(0.125) == price("0.13"));
  CHECK(casted<price>(1e-9) == price());
  CHECK(casted<price>(true) == price(1));
  CHECK(casted<price>(std::string(" 1.005 ")) == price("1.01"));
  CHECK(casted<decimal<20, 6>>(timestamp{1'500'000}) == decimal<20, 6>("1.5"));
  CHECK(casted<decimal<3>>(999.4) == decimal<3>(999));
  CHECK(failed<decimal<3>>(999.5) == "cast_overflow");
  CHECK(failed<decimal<3>>(std::int32_t{1000}) == "cast_overflow");
  CHECK(failed<decimal<3, 1>>(price("99.95")) == "cast_overflow");
  CHECK(failed<price>(std::numeric_limits<double>::infinity()) == "cast_overflow");
  CHECK(failed<price>(std::string("1,5")) == "cast_malformed");
  CHECK(
      failure_of(cast<decimal<3, 1>>("a"_c), one<price>{price("100")}) ==
      "tidemark cast_overflow: the value 100.00 does not fit DECIMAL(3,1); cast to a wider type, or use try_cast to get null");
}

TEST_CASE("casts from decimals cut off the fraction") {
  CHECK(casted<std::int32_t>(price("-12.99")) == -12);
  CHECK(casted<std::int8_t>(price("127.99")) == 127);
  CHECK(failed<std::int8_t>(price("128")) == "cast_overflow");
  CHECK(failed<std::uint8_t>(price("-1")) == "cast_overflow");
  CHECK(casted<std::uint8_t>(price("-0.99")) == 0);
  CHECK(casted<double>(price("0.10")) == 0.1);
  CHECK(casted<bool>(price("0.01")));
  CHECK_FALSE(casted<bool>(price("0.00")));
  CHECK(casted<std::string>(price("-0.50")) == "-0.50");
  CHECK(casted<timestamp>(price("-1.50")) == timestamp{-1'500'000});
  CHECK(casted<timestamp>(decimal<12, 9>("1.123456999")) == timestamp{1'123'456});
  CHECK(failed<timestamp>(decimal<38>("9223372036855")) == "cast_overflow");
}

TEST_CASE("casts of dates and bytes") {
  CHECK(casted<date>(timestamp{-1}) == date(-1));
  CHECK(casted<timestamp>(date(1)) == timestamp{86'400'000'000});
  CHECK(casted<date>(std::string(" 2026-01-05 ")) == date(2026y / 1 / 5));
  CHECK(casted<std::string>(date(2026y / 1 / 5)) == "2026-01-05");
  CHECK(failed<date>(std::string("2026-02-29")) == "cast_malformed");
  CHECK(casted<bytes>(std::string("AB")) == bytes("AB"));
  CHECK(casted<std::string>(bytes("AB")) == "AB");
}

TEST_CASE("dates beyond the range of timestamps have their own parts") {
  const one<date> last{date(std::numeric_limits<std::int32_t>::max())};   // 5881580-07-11
  const one<date> first{date(std::numeric_limits<std::int32_t>::min())};  // -5877641-06-23
  for (const auto& day : {last, first}) {
    CHECK(hour("a"_c)(day) == 0);
    CHECK(minute("a"_c)(day) == 0);
    CHECK(second("a"_c)(day) == 0);
  }
  CHECK(trunc("a"_c, time_unit::year)(last) == parse_date("+5881580-01-01"));
  CHECK(trunc("a"_c, time_unit::quarter)(last) == parse_date("+5881580-07-01"));
  CHECK(trunc("a"_c, time_unit::month)(last) == parse_date("+5881580-07-01"));
  CHECK(trunc("a"_c, time_unit::week)(last) == date(std::numeric_limits<std::int32_t>::max() - 4));
  CHECK(failure_id(trunc("a"_c, time_unit::month), first) == "arithmetic_overflow");
  CHECK(date_format("a"_c, "yyyy-MM-dd HH D E")(last) == "+5881580-07-11 00 193 Fri");
}

TEST_CASE("functions of dates") {
  const one<date> monday{date(2026y / 1 / 5)};
  CHECK(year("a"_c)(monday) == 2026);
  CHECK(quarter("a"_c)(monday) == 1);
  CHECK(month("a"_c)(monday) == 1);
  CHECK(week_of_year("a"_c)(monday) == 2);
  CHECK(day("a"_c)(monday) == 5);
  CHECK(day_of_week("a"_c)(monday) == 2);
  CHECK(day_of_year("a"_c)(monday) == 5);
  CHECK(hour("a"_c)(monday) == 0);
  CHECK(minute("a"_c)(monday) == 0);
  CHECK(second("a"_c)(monday) == 0);
  CHECK(date_trunc(time_unit::month, "a"_c)(monday) == timestamp(date(2026y / 1 / 1)));
  CHECK(date_format("a"_c, "yyyy/MM/dd")(monday) == "2026/01/05");
  CHECK(trunc("a"_c, time_unit::year)(monday) == date(2026y / 1 / 1));
  CHECK(trunc("a"_c, time_unit::week)(one<date>{date(2026y / 1 / 11)}) == date(2026y / 1 / 5));
  CHECK(trunc("a"_c, time_unit::day)(monday) == std::nullopt);
  CHECK(date_add("a"_c, 30)(monday) == date(2026y / 2 / 4));
  CHECK(date_sub("a"_c, std::int64_t{5})(monday) == date(2025y / 12 / 31));
  CHECK(("a"_c + std::chrono::days(1))(monday) == date(2026y / 1 / 6));
  CHECK((std::chrono::days(1) + "a"_c)(monday) == date(2026y / 1 / 6));
  CHECK(failure_id(date_add("a"_c, std::numeric_limits<std::int64_t>::max()), monday) == "arithmetic_overflow");
  CHECK(failure_id(date_sub("a"_c, std::numeric_limits<std::int64_t>::min()), monday) == "arithmetic_overflow");
  CHECK(failure_id(date_add("a"_c, std::numeric_limits<std::int32_t>::max()), monday) == "arithmetic_overflow");
  CHECK(datediff("a"_c, "b"_c)(two<date, timestamp>{date(3), timestamp{86'400'000'000 * 2 - 1}}) == 2);
  CHECK(to_date("a"_c)(one<std::string>{"2026-01-05"}) == date(2026y / 1 / 5));
}

TEST_CASE("arithmetic and comparison of decimals over columns") {
  const two<price, std::optional<decimal<5, 4>>> row{price("1.10"), decimal<5, 4>("1.1")};
  CHECK(("a"_c == "b"_c)(row) == true);
  CHECK(("a"_c * "b"_c)(row) == decimal<16, 6>("1.21"));
  CHECK((-"a"_c)(row) == price("-1.10"));
  CHECK(("a"_c / 0.5)(row) == 2.2);
  CHECK(greatest("a"_c, "b"_c, 1)(row) == decimal<14, 4>("1.1"));
  CHECK(failure_id("a"_c / 0, row) == "divide_by_zero");
  CHECK(("a"_c > std::numeric_limits<double>::quiet_NaN())(row) == false);
}

TEST_CASE("abs, sign, and arithmetic that gives null in place of an error") {
  const one<price> negative{price("-1.10")};
  CHECK(abs("a"_c)(negative) == price("1.10"));
  CHECK(sign("a"_c)(negative) == -1.0);
  CHECK(sign("a"_c)(one<price>{}) == 0.0);
  CHECK(try_add("a"_c, 2)(negative) == decimal<13, 2>("0.90"));
  CHECK(try_divide("a"_c, 0)(negative) == std::nullopt);
  CHECK(try_mod("a"_c, price())(negative) == std::nullopt);
  const one<decimal<38>> most{decimal<38>("99999999999999999999999999999999999999")};
  CHECK(try_add("a"_c, "a"_c)(most) == std::nullopt);
  CHECK(try_multiply("a"_c, "a"_c)(most) == std::nullopt);
  CHECK(try_subtract("a"_c, "a"_c)(most) == decimal<38>());
  static_assert(std::same_as<type_of<decltype(abs("a"_c)), one<date>>, no_operator>);
  static_assert(std::same_as<type_of<decltype(try_add("a"_c, "a"_c)), one<date>>, no_operator>);
}

TEST_CASE("literals of these types print as SQL writes them") {
  CHECK(printed("a"_c * decimal<4, 3>("0.908")) == "(a * DECIMAL(4,3) '0.908')");
  CHECK(printed("a"_c == date(0)) == "(a = DATE '1970-01-01')");
  CHECK(printed("a"_c + 1.0) == "(a + 1.0)");
  CHECK(printed("a"_c == "it's") == "(a = 'it''s')");
  CHECK(printed(cast<price>("a"_c)) == "cast(a as DECIMAL(10,2))");
  CHECK(printed(to_date("a"_c)) == "cast(a as DATE)");
  CHECK(printed(trunc("a"_c, time_unit::month)) == "trunc(a, 'MONTH')");
  CHECK(printed(datediff("a"_c, "b"_c)) == "datediff(a, b)");
}

TEST_CASE("maps: size, values under keys, keys and values") {
  using prices = std::map<std::string, std::optional<std::int64_t>>;
  const one<std::optional<prices>> some{prices{{"EUR", 3}, {"USD", std::nullopt}}};
  const one<std::optional<prices>> none{std::nullopt};
  using type = type_of<decltype("a"_c["EUR"]), one<std::optional<prices>>>;
  static_assert(std::same_as<type, std::optional<std::int64_t>>);
  static_assert(std::same_as<type_of<decltype("a"_c[0]), one<prices>>, no_operator>);
  static_assert(std::same_as<type_of<decltype(element_at("a"_c, 1)), one<prices>>, no_operator>);
  CHECK(size("a"_c)(some) == 2);
  CHECK(size("a"_c)(none) == std::nullopt);
  CHECK("a"_c["EUR"](some) == 3);
  CHECK("a"_c["USD"](some) == std::nullopt);
  CHECK("a"_c["GBP"](some) == std::nullopt);
  CHECK("a"_c["EUR"](none) == std::nullopt);
  CHECK(element_at("a"_c, "EUR")(some) == 3);
  CHECK(try_element_at("a"_c, "GBP")(some) == std::nullopt);
  CHECK(map_keys("a"_c)(some) == std::vector<std::string>{"EUR", "USD"});
  CHECK(map_values("a"_c)(some) == std::vector<std::optional<std::int64_t>>{3, std::nullopt});
  using days = std::map<date, one<std::int32_t>>;
  const one<days> of_days{days{{date(1), one<std::int32_t>{7}}}};
  CHECK("a"_c[date(1)]["a"_c](of_days) == 7);
  CHECK("a"_c[date(2)]["a"_c](of_days) == std::nullopt);
  CHECK(printed("a"_c["EUR"]) == "a['EUR']");
}

TEST_CASE("functions of lists take a function of an element") {
  using numbers = std::vector<std::optional<std::int64_t>>;
  const one<std::optional<numbers>> some{numbers{1, std::nullopt, 3}};
  const one<std::optional<numbers>> none{std::nullopt};
  const auto doubled = transform("a"_c, [](auto x) { return x * 2; });
  CHECK(doubled(some) == numbers{2, std::nullopt, 6});
  CHECK(doubled(none) == std::nullopt);
  CHECK(printed(doubled) == "transform(a, element -> (element * 2))");
  CHECK(transform("a"_c, [](auto x) { return is_null(x); })(some) == std::vector<bool>{false, true, false});
  CHECK(filter("a"_c, [](auto x) { return x > 1; })(some) == numbers{3});
  const auto big = exists("a"_c, [](auto x) { return x > 2; });
  CHECK(big(some) == true);
  CHECK(big(one<std::optional<numbers>>{numbers{1, std::nullopt}}) == std::nullopt);
  CHECK(big(one<std::optional<numbers>>{numbers{1}}) == false);
  CHECK(big(one<std::optional<numbers>>{numbers{}}) == false);
  CHECK(exists("a"_c, [](auto x) { return x > 2; })(one<std::vector<int>>{{1, 3}}));
  using reads_more = decltype(transform("a"_c, [](auto x) { return x + "b"_c; }));
  static_assert(std::same_as<type_of<reads_more, two<std::vector<int>, int>>, no_operator>);
  using no_condition = decltype(filter("a"_c, [](auto x) { return x + 1; }));
  static_assert(std::same_as<type_of<no_condition, one<std::vector<int>>>, no_operator>);
  static_assert(std::same_as<type_of<no_condition, one<int>>, no_operator>);
}

TEST_CASE("a struct is made of columns and named values") {
  const two<std::int32_t, std::optional<std::string>> row{7, std::nullopt};
  const auto pair = struct_of("b"_c, ("a"_c + 1).as("next"_c));
  const auto made = pair(row);
  CHECK(get<"b">(made) == std::nullopt);
  CHECK(get<"next">(made) == 8);
  CHECK(pair["next"_c](row) == 8);
  CHECK(printed(pair) == "struct(b, (a + 1) as next)");
  using twice = decltype(struct_of("a"_c, "b"_c.as("a"_c)));
  static_assert(std::same_as<type_of<twice, two<int, int>>, no_operator>);
}
