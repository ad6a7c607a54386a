// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Joins: what their conditions must say, which kinds there are of streams and tables, and which output they can give.

#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/join_type.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/rules/verdict.hpp>

#include <type_traits>

namespace tidemark {

// The condition of a join is an expression, since keys and times are read from it.
struct join_condition_is_not_boolean : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_condition_is_not_boolean: the condition of a join is an expression of type bool; compare "
                  "columns with td::right(\"name\"_c) of the other side, or name them by td::using_columns");
  }
};

// Both sides have a column of this name, and a row has each name once.
template <name Twice, class Keys>
struct join_duplicate_column : violation {};
template <name Twice, name... Keys>
struct join_duplicate_column<Twice, name_list<Keys...>> : violation {
  template <class Plan>
  static consteval void enforce() {
    static_assert(detail::is_one_of<Twice, Keys...>,
                  "tidemark join_duplicate_column: both sides of the join have a column of this name; rename or drop it on one "
                  "side before, or join by it with td::using_columns");
  }
};

// Rows of two streams are looked up in each other's state, by a key.
struct join_stream_stream_equality_required : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_stream_stream_equality_required: a join of two streams needs a key; demand that an expression "
                  "of the left columns equals one of the right columns");
  }
};

// That a row will never find a partner can't be known before its time is over, and then it would come as a null row.
struct join_stream_stream_anti : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_stream_stream_anti: two streams can't be joined by td::left_anti; take td::left_outer, and "
                  "keep the rows whose right columns are null");
  }
};

// A row comes out without a partner once none can come any more: the condition must bound the time of its partners.
struct join_stream_stream_outer_needs_time : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark join_stream_stream_outer_needs_time: an outer or semi join of two streams must know when no partner "
        "can come any more; join by a column with a watermark, bound the other side's event time, or give a {.ttl}");
  }
};

// The condition has a range, but it does not say how long partners may come after a row.
struct join_stream_stream_range_direction : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_stream_stream_range_direction: the time range of this outer or semi join does not end; put a "
                  "watermark on the other side's time, and demand that it is at most the preserved side's time plus a span");
  }
};

// The condition has a range that can't be solved for the preserved side's time.
struct join_stream_stream_range_form : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_stream_stream_range_form: the range of this outer or semi join is in no form that bounds a "
                  "time; compare a column of each side, plus or minus constant spans, in a part of its own joined by &&");
  }
};

// A static table is read whole, so none of its rows can be forgotten, and rows of the stream are not kept.
struct join_ttl_needs_streams : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_ttl_needs_streams: a join with a static table keeps no rows that a ttl could end; leave the "
                  "ttl out, or take refresh_every to read the table again");
  }
};

// A null row can't be taken back, and complete output is the table of an aggregation.
struct join_stream_stream_append_only : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_stream_stream_append_only: a join of two streams gives append output (inner and semi joins "
                  "also update output, but no as-of join); use td::append");
  }
};

// A row looks back at the newest row of the other side by their event times, and waits for it by both watermarks.
struct as_of_join_needs_watermarks : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark as_of_join_needs_watermarks: an as-of join goes by the event times of two streams; put "
                  "with_watermark on both sides, and keep those columns");
  }
};

// Left rows look back at right ones, so only they can be preserved.
struct as_of_join_type : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark as_of_join_type: an as-of join gives each left row at most one right row; take td::inner or "
                  "td::left_outer");
  }
};

// Which right row is the nearest must not depend on the left row but for its time, else older ones would have to be kept.
struct as_of_join_condition : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark as_of_join_condition: the condition of an as-of join is equalities of left with right columns alone; "
        "put other conditions into td::where before or behind it");
  }
};

// Which rows of a table never find a partner in a stream is never known.
struct join_stream_static_right : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_stream_static_right: a stream on the left and a table on the right can't be joined by "
                  "td::right_outer; take td::inner or td::left_outer, or put the table on the left");
  }
};

// The same, of a full outer join with a table on either side.
struct join_stream_static_full : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_stream_static_full: a stream and a table can't be joined by td::full_outer; take the outer "
                  "join that preserves the stream");
  }
};

// The same, with the table on the left.
struct join_static_stream_left : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_static_stream_left: a table on the left and a stream on the right can't be joined by "
                  "td::left_outer; take td::right_outer, which preserves the stream");
  }
};

// Whether a row of a table will find a partner in a stream is not known until it does.
struct join_static_stream_semi : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_static_stream_semi: a table on the left and a stream on the right can't be joined by "
                  "td::left_semi; put the stream on the left");
  }
};

// The same, for rows that find none.
struct join_static_stream_anti : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark join_static_stream_anti: a table on the left and a stream on the right can't be joined by "
                  "td::left_anti; put the stream on the left");
  }
};

namespace detail {

template <class Type, bool LeftIsStream, bool RightIsStream>
struct static_join_type {
  using type = ok;
};
template <class Type>
struct static_join_type<Type, true, false> {
  using type = first_violation<demand<!std::is_same_v<Type, join_type::right_outer>, join_stream_static_right>,
                               demand<!std::is_same_v<Type, join_type::full_outer>, join_stream_static_full>>;
};
template <class Type>
struct static_join_type<Type, false, true> {
  using type = first_violation<demand<!std::is_same_v<Type, join_type::left_outer>, join_static_stream_left>,
                               demand<!std::is_same_v<Type, join_type::full_outer>, join_stream_static_full>,
                               demand<!std::is_same_v<Type, join_type::left_semi>, join_static_stream_semi>,
                               demand<!std::is_same_v<Type, join_type::left_anti>, join_static_stream_anti>>;
};

}  // namespace detail

// The verdict on a kind of join where one side is a static table.
template <class Type, bool LeftIsStream, bool RightIsStream>
using static_join_type = typename detail::static_join_type<Type, LeftIsStream, RightIsStream>::type;

// The verdict on when rows of an outer or semi join find no partner any more: it must be known for a side that is preserved,
// of a semi join for the left one. The violation is as precise as the condition tells. See join_expiry and bounds_in.
template <class Type, class Expiry, class Bounds>
using join_wait_verdict =
    demand<!(Type::preserves_left || Type::preserves_right || Type::gives_left_only) ||
               ((Type::preserves_left || Type::gives_left_only) && Expiry::left_is_bounded) ||
               (Type::preserves_right && Expiry::right_is_bounded),
           std::conditional_t<
               Bounds::any_linear, join_stream_stream_range_direction,
               std::conditional_t<Bounds::any_range, join_stream_stream_range_form, join_stream_stream_outer_needs_time>>>;

// The first name that both sides have, besides the keys named by using_columns.
namespace detail {

template <class Left, class Right, class Keys>
struct name_twice {
  using type = ok;
};
template <class First, class... Rest, class Right, class Keys>
struct name_twice<field_list<First, Rest...>, Right, Keys> : name_twice<field_list<Rest...>, Right, Keys> {};
template <class First, class... Rest, class Right, class Keys>
  requires(Right::template contains<First::key> && !Keys::template contains<First::key>)
struct name_twice<field_list<First, Rest...>, Right, Keys> {
  using type = join_duplicate_column<First::key, Keys>;
};

}  // namespace detail

template <class Left, class Right, class Keys>
using names_of_sides_differ = typename detail::name_twice<Left, Right, Keys>::type;

}  // namespace tidemark
