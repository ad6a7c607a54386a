// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tidemark/plan/functions/null.hpp>
#include <tidemark/plan/functions/text.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using tidemark::testing::failure_id;
using tidemark::testing::failure_of;
using tidemark::testing::printed;

namespace {

using texts =
    row<field<"s", std::string>, field<"t", std::string>, field<"maybe", std::optional<std::string>>, field<"n", std::int64_t>>;
using views = row<field<"s", std::string_view>, field<"n", std::int32_t>>;
using list = std::vector<std::string>;
using parts = row<field<"s", std::string>, field<"maybe", std::optional<std::string>>,
                  field<"list", std::vector<std::optional<std::string>>>, field<"no", std::optional<list>>>;

template <class E>
using over_texts = type_of<E, texts>;
template <class E>
using over_views = type_of<E, views>;

// ---- Types

static_assert(std::same_as<over_texts<decltype(upper("s"_c))>, std::string>);
static_assert(std::same_as<over_views<decltype(upper("s"_c))>, std::string>);
static_assert(std::same_as<over_texts<decltype(length("maybe"_c))>, std::optional<std::int32_t>>);
static_assert(std::same_as<over_texts<decltype(trim("s"_c))>, std::string>);
static_assert(std::same_as<over_views<decltype(trim("s"_c))>, std::string_view>);
static_assert(std::same_as<over_views<decltype(trim(upper("s"_c)))>, std::string>);  // no view of a value just made
static_assert(std::same_as<over_views<decltype(substring("s"_c, 2))>, std::string_view>);
static_assert(std::same_as<over_texts<decltype(substring("maybe"_c, "n"_c, 2))>, std::optional<std::string>>);
static_assert(std::same_as<over_texts<decltype(concat("s"_c, "maybe"_c))>, std::optional<std::string>>);
static_assert(std::same_as<over_texts<decltype(concat_ws("-", "s"_c, "maybe"_c))>, std::string>);
static_assert(std::same_as<over_texts<decltype(concat_ws("maybe"_c, "s"_c))>, std::optional<std::string>>);
static_assert(std::same_as<over_texts<decltype(split("s"_c, ","))>, list>);
static_assert(std::same_as<over_views<decltype(split("s"_c, ",", 2))>, std::vector<std::string_view>>);
static_assert(std::same_as<over_texts<decltype(instr("s"_c, "t"_c))>, std::int32_t>);
static_assert(std::same_as<over_texts<decltype(like("s"_c, "maybe"_c))>, std::optional<bool>>);
static_assert(std::same_as<over_texts<decltype(starts_with("s"_c, "x"))>, bool>);

static_assert(std::same_as<over_texts<decltype(upper("n"_c))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(length("n"_c))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(trim("n"_c))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(substring("s"_c, "t"_c))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(substring("s"_c, 1.5))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(concat("s"_c, 1))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(concat_ws(",", "s"_c, 1))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(split("n"_c, ","))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(replace("s"_c, 1))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(lpad("s"_c, "t"_c))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(like("n"_c, "x"))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(contains("s"_c, 1))>, no_operator>);
static_assert(std::same_as<over_texts<decltype(upper("other"_c))>, no_column>);

// ---- Values

constexpr views spark{"Spark SQL", 5};
static_assert(substring("s"_c, "n"_c)(spark) == "k SQL" && substring("s"_c, -3)(spark) == "SQL" && length("s"_c)(spark) == 9);
static_assert(trim("s"_c)(views{"  a b ", 0}) == "a b" && ltrim("s"_c)(views{"  a ", 0}) == "a " &&
              rtrim("s"_c)(views{" a  ", 0}) == " a");
static_assert(instr("s"_c, "SQL")(spark) == 7 && contains("s"_c, "ark")(spark) && ends_with("s"_c, "SQL")(spark));
static_assert(like("s"_c, "S%_L")(spark));

texts of(std::string s, std::string t = "") { return {std::move(s), std::move(t), std::nullopt, 0}; }
std::string sub(const char* text, std::int64_t position, std::int64_t length) {
  return substring("s"_c, position, length)(of(text));
}
list split_at(const char* text, const char* separator, std::int32_t limit = -1) {
  return split("s"_c, std::string(separator), limit)(of(text));
}
bool is_like_pattern(const char* text, const char* pattern, char escape = '\\') {
  return like("s"_c, "t"_c, escape)(of(text, pattern));
}
std::string uppered(const char* text) { return upper("s"_c)(of(text)); }
std::string lowered(const char* text) { return lower("s"_c)(of(text)); }

}  // namespace

TEST_CASE("null texts give null") {
  const texts none = of("x");
  CHECK(upper("maybe"_c)(none) == std::nullopt);
  CHECK(concat("s"_c, "maybe"_c)(none) == std::nullopt);
  CHECK(split("maybe"_c, ",")(none) == std::nullopt);
  CHECK(replace("s"_c, "maybe"_c, "y")(none) == std::nullopt);
  CHECK(like("s"_c, "maybe"_c)(none) == std::nullopt);
  CHECK(starts_with("maybe"_c, "x")(none) == std::nullopt);
  CHECK(lpad("maybe"_c, 3)(none) == std::nullopt);
}

TEST_CASE("upper and lower case of all letters") {
  CHECK(uppered("") == "");
  CHECK(uppered("aZ09 {~") == "AZ09 {~");
  CHECK(lowered("aZ09 [@") == "az09 [@");
  CHECK(uppered("Hello, Wörld") == "HELLO, WÖRLD");
  CHECK(lowered("HELLO, WÖRLD") == "hello, wörld");
  CHECK(uppered("ẞß") == "ẞSS");
  CHECK(lowered("ẞß") == "ßß");
  CHECK(uppered("\u0149\u01f0\u0390ﬃßİıſ") == "\u02bcNJ\u030c\u0399\u0308\u0301FFISSİIS");
  CHECK(uppered("ÿŸǆǅ") == "ŸŸǄǄ");
  CHECK(lowered("ǅẞK") == "ǆßk");
  CHECK(uppered("ა") == "Ა");
  CHECK(uppered("ᾳᾼ") == "ΑΙΑΙ");
  CHECK(lowered("ᾼΩ") == "ᾳω");
  CHECK(uppered("µžқ𐐨日") == "ΜŽҚ𐐀日");
  CHECK(lowered("ŽҚ𐐀日") == "žқ𐐨日");
  CHECK(lowered("İ") == "i̇");
}

TEST_CASE("a sigma at the end of a word has its own form") {
  CHECK(lowered("ΑΣ") == "ας");
  CHECK(lowered("ΣΑΣ ΑΣ Σ") == "σας ας σ");
  CHECK(lowered("ΑΣ.Β") == "ασ.β");
  CHECK(lowered("ΑΣ.") == "ας.");
  CHECK(lowered("Σ") == "σ");
  CHECK(lowered("1Σ") == "1σ");
  CHECK(lowered("ΑΣ1") == "ας1");
  CHECK(lowered("aΣß") == "aσß");
  CHECK(lowered("ﬀΣ") == "ﬀς");
  CHECK(lowered("aΣİ") == "aσi̇");
  CHECK(lowered("aΣ\xff"
                "b") ==
        "aς\xff"
        "b");
}

TEST_CASE("bytes that are no UTF-8 stay") {
  CHECK(uppered("a\xff\xc3") == "A\xff\xc3");
  CHECK(lowered("A\xe0"
                "A") ==
        "a\xe0"
        "a");
  CHECK(length("s"_c)(of("\xff"
                         "A")) == 2);
  CHECK(sub("\x80\x80"
            "ab",
            1, 1) == "\x80\x80");
  CHECK(reversed_characters("\x80"
                            "ab") == "ba\x80");
}

TEST_CASE("lengths count characters") {
  CHECK(length("s"_c)(of("")) == 0);
  CHECK(length("s"_c)(of("Wörld")) == 5);
  CHECK(length("s"_c)(of("a\xcc\x81")) == 2);
  CHECK(length("s"_c)(of("😀")) == 1);
}

TEST_CASE("trim takes spaces and nothing else") {
  CHECK(trim("s"_c)(of("")) == "");
  CHECK(trim("s"_c)(of("   ")) == "");
  CHECK(trim("s"_c)(of("\ta\t")) == "\ta\t");
  CHECK(trim("s"_c)(of("  a b  ")) == "a b");
  CHECK(ltrim("s"_c)(of("  a ")) == "a ");
  CHECK(rtrim("s"_c)(of(" a  ")) == " a");
}

TEST_CASE("substring counts from 1, and from the end") {
  CHECK(sub("Spark SQL", 5, 1) == "k");
  CHECK(sub("abc", 1, 2) == "ab");
  CHECK(sub("abc", 0, 2) == "ab");
  CHECK(sub("abc", -1, 2) == "c");
  CHECK(sub("abc", -5, 2) == "");
  CHECK(sub("abc", -5, 3) == "a");
  CHECK(sub("abc", 3, 10) == "c");
  CHECK(sub("abc", 4, 1) == "");
  CHECK(sub("abc", 2, 0) == "");
  CHECK(sub("abc", 2, -1) == "");
  CHECK(sub("dlröW", 4, 1) == "ö");
  CHECK(sub("abc", INT64_MAX, 5) == "");
  CHECK(sub("abc", INT64_MIN, INT64_MAX) == "ab");
  CHECK(sub("abc", 2, INT64_MAX) == "bc");
  CHECK(substring("s"_c, 2)(of("äöü")) == "öü");
  CHECK(substring("s"_c, 0)(of("abc")) == "abc");
}

TEST_CASE("concat joins, concat_ws joins what is there") {
  const parts row{"a", std::nullopt, {"x", std::nullopt, "y"}, std::nullopt};
  CHECK(concat("s"_c)(row) == "a");
  CHECK(concat("s"_c, "!", "s"_c)(row) == "a!a");
  CHECK(concat_ws(",", "s"_c, "maybe"_c, "b")(row) == "a,b");
  CHECK(concat_ws(",", "maybe"_c)(row) == "");
  CHECK(concat_ws(",", "", "s"_c)(row) == ",a");
  CHECK(concat_ws("", "s"_c, "b")(row) == "ab");
  CHECK(concat_ws(",", "list"_c, "s"_c)(row) == "x,y,a");
  CHECK(concat_ws(",", "s"_c, "no"_c)(row) == "a");
  CHECK(concat_ws("maybe"_c, "s"_c)(row) == std::nullopt);
}

TEST_CASE("split keeps empty parts") {
  CHECK(split_at("a,b,,c,,", ",") == list{"a", "b", "", "c", "", ""});
  CHECK(split_at("", ",") == list{""});
  CHECK(split_at(",", ",") == list{"", ""});
  CHECK(split_at("a.b", ".") == list{"a", "b"});
  CHECK(split_at("aXXb", "XX") == list{"a", "b"});
  CHECK(split_at("aXXX", "XX") == list{"a", "X"});
  CHECK(split_at("to be or", " ") == list{"to", "be", "or"});
}

TEST_CASE("split by nothing gives characters, split with a limit the rest as it is") {
  CHECK(split_at("abc", "") == list{"a", "b", "c"});
  CHECK(split_at("äb", "") == list{"ä", "b"});
  CHECK(split_at("", "") == list{""});
  CHECK(split_at("abc", "", 2) == list{"a", "bc"});
  CHECK(split_at("a,b,c", ",", 0) == list{"a", "b", "c"});
  CHECK(split_at("a,b,c", ",", 1) == list{"a,b,c"});
  CHECK(split_at("a,b,c", ",", 2) == list{"a", "b,c"});
  CHECK(split_at("a,b,c", ",", 3) == list{"a", "b", "c"});
  CHECK(split_at("a,b,c", ",", 5) == list{"a", "b", "c"});
}

TEST_CASE("replace takes each occurrence once") {
  const auto replaced = [](const char* text, const char* search, const char* by) {
    return replace("s"_c, std::string(search), std::string(by))(of(text));
  };
  CHECK(replaced("ABCabc", "abc", "DEF") == "ABCDEF");
  CHECK(replaced("aaa", "aa", "b") == "ba");
  CHECK(replaced("aaa", "a", "") == "");
  CHECK(replaced("aa", "a", "aa") == "aaaa");
  CHECK(replaced("abc", "", "x") == "abc");
  CHECK(replaced("", "a", "b") == "");
  CHECK(replace("s"_c, "b")(of("abcabc")) == "acac");
}

TEST_CASE("instr gives a position in characters") {
  const auto position = [](const char* text, const char* search) { return instr("s"_c, "t"_c)(of(text, search)); };
  CHECK(position("SparkSQL", "SQL") == 6);
  CHECK(position("dlröWx", "x") == 6);
  CHECK(position("abc", "abcd") == 0);
  CHECK(position("abc", "") == 1);
  CHECK(position("", "a") == 0);
  CHECK(position("", "") == 1);
}

TEST_CASE("pads to a length and cuts off what is beyond it") {
  CHECK(lpad("s"_c, 5, "??")(of("hi")) == "???hi");
  CHECK(lpad("s"_c, 5)(of("hi")) == "   hi");
  CHECK(lpad("s"_c, 2, "x")(of("hi")) == "hi");
  CHECK(lpad("s"_c, 1, "x")(of("hi")) == "h");
  CHECK(lpad("s"_c, 0, "x")(of("hi")) == "");
  CHECK(lpad("s"_c, -1, "x")(of("hi")) == "");
  CHECK(lpad("s"_c, 5, "")(of("hi")) == "hi");
  CHECK(lpad("s"_c, 1, "")(of("hi")) == "h");
  CHECK(lpad("s"_c, 6, "äbc")(of("hi")) == "äbcähi");
  CHECK(rpad("s"_c, 6, "äbc")(of("hi")) == "hiäbcä");
  CHECK(rpad("s"_c, 1, "x")(of("hi")) == "h");
  CHECK(rpad("s"_c, 3, "ab")(of("")) == "aba");
  CHECK(rpad("s"_c, 5)(of("hi")) == "hi   ");
  CHECK(rpad("s"_c, 5, "")(of("hi")) == "hi");
  CHECK(failure_id(rpad("s"_c, std::int64_t{1} << 31), of("hi")) == "arithmetic_overflow");
}

TEST_CASE("like knows % and _, and takes everything else as it is") {
  CHECK(is_like_pattern("a", "a%"));
  CHECK(is_like_pattern("abc", "%b%"));
  CHECK(is_like_pattern("abc", "a_c"));
  CHECK(is_like_pattern("äbc", "_bc"));
  CHECK(is_like_pattern("äb", "%_b"));
  CHECK_FALSE(is_like_pattern("äb", "__b"));
  CHECK(is_like_pattern("a\nb", "a%b"));
  CHECK(is_like_pattern("a\nb", "a_b"));
  CHECK(is_like_pattern("", ""));
  CHECK(is_like_pattern("", "%%"));
  CHECK_FALSE(is_like_pattern("", "_"));
  CHECK_FALSE(is_like_pattern("a", ""));
  CHECK(is_like_pattern("abcabc", "%abc"));
  CHECK(is_like_pattern("aab", "%ab"));
  CHECK(is_like_pattern("mississippi", "m%iss%p_"));
  CHECK_FALSE(is_like_pattern("mississippi", "m%iss%x_"));
  CHECK_FALSE(is_like_pattern("ABC", "abc"));
  CHECK_FALSE(is_like_pattern("abc", "a.c"));
  CHECK_FALSE(is_like_pattern("abcd", "abc"));
  CHECK_FALSE(is_like_pattern("abc", "abcd"));
}

TEST_CASE("like with an escape character") {
  CHECK(is_like_pattern("a%c", "a\\%c"));
  CHECK_FALSE(is_like_pattern("abc", "a\\%c"));
  CHECK(is_like_pattern("a_c", "a/_c", '/'));
  CHECK_FALSE(is_like_pattern("abc", "a/_c", '/'));
  CHECK(is_like_pattern("a/c", "a//c", '/'));
  CHECK(is_like_pattern("a\\b", "a\\\\b"));
  CHECK(is_like_pattern("a%", "a%%", '%'));
  CHECK_FALSE(is_like_pattern("a", "a%%", '%'));
  CHECK(failure_id(like("s"_c, "t"_c), of("ab", "a\\b")) == "like_pattern");
  CHECK(failure_id(like("s"_c, "t"_c), of("x", "ab\\")) == "like_pattern");
  CHECK_THROWS_AS(like("s"_c, "a/b", '/'), error);
  CHECK(
      failure_of(like("s"_c, "t"_c, '/'), of("ab", "a/b")) ==
      "tidemark like_pattern: in the pattern 'a/b' the escape character / stands before none of % _ and itself; write it twice "
      "where it means itself");
}

TEST_CASE("starts_with, ends_with and contains") {
  CHECK(starts_with("s"_c, "Sp")(of("Spark")));
  CHECK(starts_with("s"_c, "")(of("")));
  CHECK_FALSE(starts_with("s"_c, "S")(of("")));
  CHECK(ends_with("s"_c, "rk")(of("Spark")));
  CHECK(ends_with("s"_c, "")(of("Spark")));
  CHECK_FALSE(ends_with("s"_c, "Spark!")(of("Spark")));
  CHECK(contains("s"_c, "ar")(of("Spark")));
  CHECK(contains("s"_c, "")(of("")));
  CHECK_FALSE(contains("s"_c, "ab")(of("a")));
  CHECK(contains("s"_c, "t"_c)(of("Spark", "ark")));
}

TEST_CASE("plain values may stand for any argument beside an expression") {
  using one = row<field<"s", std::string>, field<"n", std::int32_t>>;
  const one given{"b", 2};
  CHECK(replace("abc", "s"_c)(given) == "ac");
  CHECK(replace("abc", "s"_c, "xy")(given) == "axyc");
  CHECK(substring("abc", "n"_c)(given) == "bc");
  CHECK(lpad("abc", 5, "s"_c)(given) == "bbabc");
  CHECK(rpad("a", "n"_c)(given) == "a ");
  CHECK(instr("abc", "s"_c)(given) == 2);
  CHECK(split("abc", "s"_c, "n"_c)(given) == std::vector<std::string_view>{"a", "c"});
}

TEST_CASE("functions of text print as in SQL") {
  CHECK(printed(upper("s"_c)) == "upper(s)");
  CHECK(printed(substring("s"_c, 2, 3)) == "substring(s, 2, 3)");
  CHECK(printed(replace("s"_c, "l")) == "replace(s, 'l')");
  CHECK(printed(concat_ws("-", "s"_c, "t"_c)) == "concat_ws('-', s, t)");
  CHECK(printed(like("s"_c, "%l%")) == "(s like '%l%')");
  CHECK(printed(like("s"_c, "a/_", '/')) == "(s like 'a/_' escape '/')");
  CHECK(printed(starts_with("s"_c, "H")) == "startswith(s, 'H')");
}

TEST_CASE("text is repeated, cut at separators, searched from a place, translated") {
  using one = row<field<"s", std::string>, field<"n", std::int64_t>, field<"v", std::string_view>>;
  const one given{"www.apache.org", 2, "ä-b-ä"};
  CHECK(repeat("s"_c, 0)(given) == "");
  CHECK(repeat("s"_c, -1)(given) == "");
  CHECK(repeat("ab", "n"_c)(given) == "abab");
  CHECK(repeat(lit(""), std::numeric_limits<std::int64_t>::max())(given) == "");
  CHECK(repeat("s"_c, std::uint8_t{1})(given) == "www.apache.org");
  for (const std::int64_t count : {std::int64_t{1} << 30, std::int64_t{1} << 62, std::numeric_limits<std::int64_t>::max()})
    CHECK(failure_id(repeat(lit("ab"), count), given) == "arithmetic_overflow");

  CHECK(substring_index("s"_c, ".", "n"_c)(given) == "www.apache");
  CHECK(substring_index("s"_c, ".", 3)(given) == "www.apache.org");
  CHECK(substring_index("s"_c, ".", -2)(given) == "apache.org");
  CHECK(substring_index("s"_c, ".", -3)(given) == "www.apache.org");
  CHECK(substring_index("s"_c, ".", 0)(given) == "");
  CHECK(substring_index("s"_c, "", 1)(given) == "");
  CHECK(substring_index("v"_c, "-", -1)(given) == "ä");
  CHECK(substring_index("aaa", lit("aa"), 2)(given) == "a");
  static_assert(std::same_as<type_of<decltype(substring_index("v"_c, "-", 1)), one>, std::string_view>);

  CHECK(locate("b", "v"_c)(given) == 3);
  CHECK(locate("ä", "v"_c, 1)(given) == 1);
  CHECK(locate("ä", "v"_c, 2)(given) == 5);
  CHECK(locate("ä", "v"_c, 6)(given) == 0);
  CHECK(locate("ä", "v"_c, 0)(given) == 0);
  CHECK(locate("", "v"_c, 3)(given) == 1);
  CHECK(locate("x", "v"_c)(given) == 0);

  CHECK(translate("v"_c, "ä-", "o")(given) == "obo");
  CHECK(translate("v"_c, "", "x")(given) == "ä-b-ä");
  CHECK(translate("v"_c, "bb", "ßx")(given) == "ä-ß-ä");
}

TEST_CASE("characters and bytes are numbers") {
  using one = row<field<"s", std::string>, field<"n", std::int64_t>, field<"maybe", std::optional<std::string>>>;
  const one given{"ä", -1, std::nullopt};
  CHECK(ascii("s"_c)(given) == 0xe4);
  CHECK(ascii(lit("€"))(given) == 0x20ac);
  CHECK(ascii(lit("𝄞"))(given) == 0x1d11e);
  CHECK(ascii(lit("222"))(given) == 50);
  CHECK(ascii(lit(""))(given) == 0);
  CHECK(ascii("maybe"_c)(given) == std::nullopt);

  CHECK(chr(lit(65))(given) == "A");
  CHECK(chr(lit(256 + 65))(given) == "A");
  CHECK(chr(lit(228))(given) == "ä");
  CHECK(chr(lit(0))(given) == std::string(1, '\0'));
  CHECK(chr("n"_c)(given) == "");

  CHECK(hex(lit(0))(given) == "0");
  CHECK(hex(lit(17))(given) == "11");
  CHECK(hex("n"_c)(given) == "FFFFFFFFFFFFFFFF");
  CHECK(hex("s"_c)(given) == "C3A4");
  CHECK(hex(lit(bytes(std::string("\x01\xff"))))(given) == "01FF");

  CHECK(unhex(lit("C3a4"))(given) == bytes("ä"));
  CHECK(unhex(lit("F00"))(given) == bytes(std::string("\x0f\0", 2)));
  CHECK(unhex(lit(""))(given) == bytes());
  CHECK(unhex(lit("0G"))(given) == std::nullopt);
  CHECK(printed(hex("s"_c)) == "hex(s)");
}
