// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether a condition holds for all values of a group, or for any.

#include <tidemark/operators/aggregate.hpp>

#include <optional>

namespace tidemark {

namespace aggregates {

// As soon as one value decides, the rest does not matter: false for and, true for or.
template <bool Deciding>
struct verdict_of_all : aggregate_function {
  static constexpr const char* text = Deciding ? "bool_or" : "bool_and";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty>
  struct over<MayBeEmpty, bool> {
    using state = maybe<MayBeEmpty, bool>;
    using result_type = state;
    static constexpr state zero() {
      if constexpr (MayBeEmpty) return std::nullopt;
      else return !Deciding;
    }
    [[gnu::always_inline]] static constexpr void add(state& all, bool value) {
      if (value == Deciding) all = Deciding;
      else if constexpr (MayBeEmpty) all = all.value_or(value);
    }
    static constexpr void merge(state& all, const state& other) {
      if constexpr (MayBeEmpty) {
        if (other) add(all, *other);
      } else add(all, other);
    }
    static constexpr result_type result(const state& all) { return all; }
  };
};
struct bool_and : verdict_of_all<false> {};
struct bool_or : verdict_of_all<true> {};

}  // namespace aggregates

// Whether all, or any, of the values are true; nulls are skipped.
template <Expression Condition>
constexpr auto bool_and(const Condition& condition) {
  return aggregate_of<aggregates::bool_and>(condition);
}
template <Expression Condition>
constexpr auto bool_or(const Condition& condition) {
  return aggregate_of<aggregates::bool_or>(condition);
}

}  // namespace tidemark
