// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Names as template arguments wherever a program may write one.

#include <tidemark/operators/read.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sources/range_source.hpp>

#include <cstdint>
#include <vector>

namespace names_test {

struct reading {
  std::int64_t x = 3;
};

}  // namespace names_test

BOOST_HANA_ADAPT_STRUCT(names_test::reading, x);

namespace names_test {

using namespace tidemark;
using namespace tidemark::literals;

// In a function template, a lambda, an unnamed namespace, a static member; what is made anywhere is of one type.
template <class T>
constexpr auto in_template(T value) {
  return ("x"_c + value).as("sum"_c);
}
constexpr auto in_lambda = [] { return "x"_c; };
namespace {
constexpr auto in_unnamed = "x"_c;
}
struct holder {
  static constexpr auto member = "x"_c;
};
static_assert(std::is_same_v<decltype(in_lambda()), std::remove_const_t<decltype(in_unnamed)>>);
static_assert(std::is_same_v<decltype(in_lambda()), std::remove_const_t<decltype(holder::member)>>);
static_assert(in_template(1)(reading{}) == 4 && in_lambda()(reading{}) == 3 && holder::member(reading{}) == 3);
static_assert(decltype(in_template(1))::key.view() == "sum");

// P40: the empty name, one that is not ASCII, and one of 200 characters.
constexpr auto empty = ""_c;
static_assert(empty.key.view().empty());
constexpr auto accented = "größe"_c;
static_assert(accented.key.view() == "größe" && accented.key.view().size() == 7);
constexpr auto long_name =
    "a123456789b123456789c123456789d123456789e123456789f123456789g123456789h123456789i123456789j123456789"
    "k123456789l123456789m123456789n123456789o123456789p123456789q123456789r123456789s123456789t123456789"_c;
static_assert(long_name.key.view().size() == 200);
using renamed = row_of<decltype(read_stream(std::vector<reading>{}) |
                                select("x"_c.as(accented), "x"_c.as(long_name), "x"_c.as("X"_c), "x"_c.as("x"_c)))::plan_type>;
static_assert(fields_of<renamed>::names::size == 4);
static_assert(has_column<renamed, "größe"> && has_column<renamed, long_name.key> && has_column<renamed, "X">);
static_assert(!has_column<renamed, "a123456789"> && !has_column<renamed, "grösse"> && !has_column<renamed, "">);

}  // namespace names_test
