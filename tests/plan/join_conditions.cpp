// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What is read from the condition of a join: keys, parts of one side, and up to which times rows leave.

#include <tidemark/plan/functions/text.hpp>
#include <tidemark/plan/join_condition.hpp>
#include <tidemark/plan/join_expiry.hpp>
#include <tidemark/plan/join_key_row.hpp>
#include <tidemark/plan/right_names.hpp>
#include <tidemark/plan/using_columns.hpp>
#include <tidemark/row/key_hash.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

namespace join_conditions {

using namespace tidemark;
using namespace tidemark::literals;
using namespace std::chrono_literals;

using impression = row<field<"ad", std::string_view>, field<"i", timestamp>, field<"x", std::int32_t>>;
using click = row<field<"ad", std::string_view>, field<"c", std::optional<timestamp>>, field<"y", std::optional<std::int64_t>>>;

// ---- Parts.

constexpr auto parts = "ad"_c == right("ad"_c) && "x"_c > 1 && (right("y"_c) > 2 && right("y"_c) == "x"_c) &&
                       "x"_c + right("y"_c) < 10 && "i"_c <= right("c"_c);
using parts_type = std::remove_const_t<decltype(parts)>;
static_assert(join_key_count<parts_type> == 2);
// Text and numbers are kept in the type in which both sides meet, and nulls, which meet nothing, are not kept.
static_assert(std::is_same_v<join_key_row<parts_type, impression, click>,
                             row<field<"key01", std::string>, field<"key02", std::int64_t>>>);

constexpr join_condition<parts_type> condition(parts);
constexpr impression shown(std::int32_t x) { return {"a", timestamp(5), x}; }
constexpr click clicked(std::optional<std::int64_t> y) { return {"a", timestamp(5), y}; }
static_assert(condition.left_may_match(shown(2)) && !condition.left_may_match(shown(1)));
static_assert(condition.right_may_match(clicked(3)) && !condition.right_may_match(clicked(2)) &&
              !condition.right_may_match(clicked(std::nullopt)));
static_assert(condition.holds(shown(2), clicked(7)) && !condition.holds(shown(3), clicked(7)));
static_assert(!condition.holds(impression{"a", timestamp(6), 2}, clicked(7)) &&
              !condition.holds(shown(2), click{"a", std::nullopt, 7}));

// Keys of both sides are equal, and go to one partition, where the equalities hold.
constexpr join_key_reader<parts_type, impression, click> reader(parts);
static_assert(get<"key02">(reader.of_left(shown(7))) == 7 && get<"key02">(reader.of_right(clicked(7))) == 7);
static_assert(get<"key01">(reader.of_left(shown(7))) == "a");
static_assert(reader.left_has_keys(shown(7)) && reader.right_has_keys(clicked(7)) &&
              !reader.right_has_keys(clicked(std::nullopt)));
// An equality that takes null for a value keeps it.
constexpr auto null_safe = eq_null_safe("x"_c, right("y"_c));
using null_safe_type = std::remove_const_t<decltype(null_safe)>;
static_assert(
    std::is_same_v<join_key_row<null_safe_type, impression, click>, row<field<"key01", std::optional<std::int64_t>>>>);
static_assert(join_key_reader<null_safe_type, impression, click>(null_safe).right_has_keys(clicked(std::nullopt)));

// ---- Times.

template <class Condition>
constexpr auto expiry(Condition of) {
  return join_expiry<Condition, name_list<"i">, name_list<"c">>(of);
}
constexpr auto on_ad = "ad"_c == right("ad"_c);
constexpr std::int64_t w = 7'200'000;  // ms

// c >= i and c <= i + 1h: clicks leave through w - 1 ms, impressions through w - 1 h - 1 ms.
constexpr auto in_an_hour = expiry(on_ad && right("c"_c) >= "i"_c && right("c"_c) <= "i"_c + 1h);
static_assert(in_an_hour.left_leaves && in_an_hour.right_leaves && !in_an_hour.is_by_key);
static_assert(in_an_hour.right_through_ms(w) == w - 1 && in_an_hour.left_through_ms(w) == w - 3'600'000 - 1);
static_assert(in_an_hour.passed_on_ms(w) == w - 3'600'000 - 1);
// A strict bound is one millisecond further; what is no whole millisecond is rounded down, also below zero.
constexpr auto strict = expiry(on_ad && right("c"_c) < "i"_c + 1500us);
static_assert(strict.left_through_ms(w) == w - 2 && strict.left_through_ms(0) == -2 && !strict.right_leaves);
static_assert(expiry(on_ad && "i"_c > right("c"_c) + 1500us).left_through_ms(w) == w + 1);
static_assert(expiry(on_ad && "i"_c + 1s > 3s + right("c"_c)).left_through_ms(w) == w + 2000);
// Of several bounds the least.
constexpr auto two = expiry(on_ad && right("c"_c) < "i"_c + 1h && right("c"_c) < "i"_c + 2h);
static_assert(two.left_through_ms(w) == 0);
// A time that is cut to seconds bounds by a second less.
static_assert(expiry(on_ad && cast<std::int64_t>("i"_c) > cast<std::int64_t>(right("c"_c)) + 10).left_through_ms(w) ==
              w + 10'000 - 1000);
// A bound of another column, or one that no watermark moves, frees nothing.
static_assert(!expiry(on_ad && "x"_c > cast<std::int64_t>(right("c"_c))).left_leaves);
static_assert(expiry(on_ad && "x"_c > cast<std::int64_t>(right("c"_c))).left_is_bounded);
static_assert(!expiry(on_ad && "x"_c > 3).left_leaves);
// At the ends of time nothing wraps round.
constexpr std::int64_t last = (std::numeric_limits<std::int64_t>::max)();
constexpr std::int64_t first = (std::numeric_limits<std::int64_t>::min)();
static_assert(expiry(on_ad && "i"_c > right("c"_c) + 1h).left_through_ms(last) == last / 1000);
static_assert(in_an_hour.left_through_ms(first) == first / 1000 - 2);
// A key that carries the watermark: both sides leave by it.
constexpr auto by_key = expiry(on_ad && "i"_c == right("c"_c));
static_assert(by_key.is_by_key && by_key.left_through_ms(w) == w && by_key.right_through_ms(w) == w &&
              by_key.passed_on_ms(w) == w);
static_assert(by_key.left_leaves_at(shown(1)) == 5 && by_key.right_leaves_at(clicked(1)) == 5);
static_assert(by_key.right_leaves_at(click{"a", std::nullopt, 1}) == never_leaves);
constexpr auto computed = on_ad && "i"_c + 1s == right("c"_c);
static_assert(join_expiry<std::remove_const_t<decltype(computed)>, name_list<"i">, name_list<>>(computed).is_by_key == false);
static_assert(join_expiry<std::remove_const_t<decltype(computed)>, name_list<>, name_list<"c">>(computed).left_leaves_at(
                  shown(1)) == 1'000'005);
// Without a watermark on both sides a range frees nothing.
using range = std::remove_cvref_t<decltype(on_ad && "i"_c > right("c"_c))>;
static_assert(!join_expiry<range, name_list<>, name_list<"c">>::left_leaves &&
              join_expiry<range, name_list<>, name_list<"c">>::left_is_bounded);

}  // namespace join_conditions
