// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Aggregates that users write.

#include <tidemark/operators/aggregate.hpp>

#include <string_view>
#include <type_traits>

namespace tidemark {

namespace aggregates {

template <class User>
struct user_defined : aggregate_function {
  static constexpr bool has_name = requires { std::string_view(User::name); };
  static constexpr const char* text = User::name;
  template <bool MayBeEmpty, class... Values>
  struct over {};
  template <bool MayBeEmpty, class... Values>
    requires requires(typename User::state& state, const typename User::state& other, const Values&... values) {
      state = User::zero();
      User::add(state, values...);
      User::merge(state, other);
      User::result(other);
    }
  struct over<MayBeEmpty, Values...> : User {
    using result_type = std::remove_cvref_t<decltype(User::result(User::zero()))>;
  };
};

}  // namespace aggregates

// An aggregate of one's own: aggregate<geometric_mean>("price"_c).as("mean"_c), where geometric_mean has
//   static constexpr const char* name = "geometric_mean";  // in the checkpoint: what its state means
//   struct state {…};  // a record, number, string, list or row: something with a codec
//   static state zero();  static void add(state&, double);  static void merge(state&, const state&);  static double
//   result(const state&);
// It gets values that are there; what it gives when there were none is its own affair.
template <class User, Expression... Es>
constexpr auto aggregate(const Es&... of) {
  return aggregate_of<aggregates::user_defined<User>>(of...);
}

}  // namespace tidemark
