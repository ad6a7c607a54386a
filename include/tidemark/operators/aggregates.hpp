// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The aggregates: count, count_distinct, sum, min, max, avg, and those that users write. Each has zero, add, merge and result,
// and a state that has a codec.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/rules/columns.hpp>
#include <tidemark/state/distinct_values.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace tidemark {

// An aggregate of expressions, with a name once it has one. `Function::over<MayBeEmpty, Values...>` is what runs over values of
// these types: state, result_type, zero(), add(state, values...), merge(state, other), result(state). MayBeEmpty: no value may
// come, and then the result is null.
struct aggregate_expression {};

template <class A>
concept Aggregate = std::derived_from<A, aggregate_expression>;

template <class Function, name Name, class... Es>
class aggregate_call : public aggregate_expression {
 public:
  static constexpr auto key = Name;
  using columns = united_names<typename Es::columns...>;

  // Over rows R; without keys there is a result also when there was no row.
  template <class R, bool HasKeys>
  using over = typename Function::template over<!HasKeys || (is_nullable<type_of<Es, R>> || ... || false),
                                                without_null<type_of<Es, R>>...>;
  template <class R>
  static constexpr bool fits = requires { typename over<R, true>::state; };
  template <class R>
  using arguments_fit = first_violation<expression_fits<Es, R>...>;

  [[no_unique_address]] expression_pack<Es...> arguments;

  constexpr explicit aggregate_call(Es... of) : arguments(std::move(of)...) {}

  template <name As>
  constexpr auto as(column<As> /*name*/) const {
    return arguments.unpack([](const auto&... of) { return aggregate_call<Function, As, Es...>(of...); });
  }

  // Adds a row; nulls are skipped.
  template <class R, bool HasKeys, class State, class Flowing>
  [[gnu::always_inline]] constexpr void add(State& state, const Flowing& row) const {
    arguments.unpack([&](const auto&... of) {
      [&](const auto&... values) {
        if constexpr ((is_nullable<decltype(values)> || ... || false)) {
          if ((is_null(values) || ...)) return;
        }
        over<R, HasKeys>::add(state, value_of_nullable(values)...);
      }(of(row)...);
    });
  }
  void print(auto& out) const {
    out += Function::text;
    out += '(';
    arguments.unpack([&](const auto&... of) { (of.print(out), ...); });
    out += ')';
    if (!Name.view().empty()) (out += " as ") += Name.view();
  }
};

namespace aggregates {

struct count {
  static constexpr const char* text = "count";
  template <bool MayBeEmpty, class... Values>
  struct over {
    using state = std::int64_t;
    using result_type = std::int64_t;
    static constexpr state zero() { return 0; }
    [[gnu::always_inline]] static constexpr void add(state& rows, const Values&... /*values*/) { ++rows; }
    static constexpr void merge(state& rows, state other) { rows += other; }
    static constexpr result_type result(state rows) { return rows; }
  };
};

struct count_distinct {
  static constexpr const char* text = "count_distinct";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, class Value>
    requires Encodable<owned<Value>> && EncodableKey<owned<Value>>
  struct over<MayBeEmpty, Value> {
    using state = distinct_values<owned<Value>>;
    using result_type = std::int64_t;
    static constexpr state zero() { return {}; }
    static constexpr void add(state& seen, const auto& value) { seen.add(value); }
    static constexpr void merge(state& seen, const state& other) { seen.merge(other); }
    static constexpr result_type result(const state& seen) { return static_cast<std::int64_t>(seen.size()); }
  };
};

// A value, or null as long as none came; where one must come, the value alone.
template <bool MayBeEmpty, class T>
using maybe = std::conditional_t<MayBeEmpty, std::optional<T>, T>;

struct sum {
  static constexpr const char* text = "sum";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, Number Value>
  struct over<MayBeEmpty, Value> {
    using total = std::conditional_t<std::floating_point<Value>, double,
                                     std::conditional_t<std::same_as<Value, std::uint64_t>, std::uint64_t, std::int64_t>>;
    using state = maybe<MayBeEmpty, total>;
    using result_type = state;
    static constexpr state zero() { return {}; }
    [[gnu::always_inline]] static constexpr void add(state& sum, Value value) {
      if constexpr (MayBeEmpty) sum = sum ? functions::add::apply(*sum, static_cast<total>(value)) : static_cast<total>(value);
      else sum = functions::add::apply(sum, static_cast<total>(value));
    }
    static constexpr void merge(state& sum, const state& other) {
      if constexpr (MayBeEmpty) {
        if (other) sum = sum ? functions::add::apply(*sum, *other) : *other;
      } else sum = functions::add::apply(sum, other);
    }
    static constexpr result_type result(const state& sum) { return sum; }
  };
};

struct avg {
  static constexpr const char* text = "avg";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, Number Value>
  struct over<MayBeEmpty, Value> {
    using state = row<field<"sum", double>, field<"count", std::int64_t>>;
    using result_type = maybe<MayBeEmpty, double>;
    static constexpr state zero() { return {}; }
    [[gnu::always_inline]] static constexpr void add(state& mean, Value value) {
      get<"sum">(mean) += static_cast<double>(value);
      ++get<"count">(mean);
    }
    static constexpr void merge(state& mean, const state& other) {
      get<"sum">(mean) += get<"sum">(other);
      get<"count">(mean) += get<"count">(other);
    }
    static constexpr result_type result(const state& mean) {
      if constexpr (MayBeEmpty) {
        if (get<"count">(mean) == 0) return std::nullopt;
      }
      return get<"sum">(mean) / static_cast<double>(get<"count">(mean));
    }
  };
};

// min and max differ in the order of two values.
template <bool Greatest>
struct extreme {
  static constexpr const char* text = Greatest ? "max" : "min";
  template <bool MayBeEmpty, class Value>
  struct over {};
  template <bool MayBeEmpty, class Value>
    requires Comparable<Value, Value> || std::same_as<Value, bool>
  struct over<MayBeEmpty, Value> {
    using state = std::optional<owned<Value>>;
    using result_type = maybe<MayBeEmpty, owned<Value>>;
    static constexpr state zero() { return std::nullopt; }
    [[gnu::always_inline]] static constexpr void add(state& best, const auto& value) {
      if (!best || is_better(value, *best)) best = value;
    }
    static constexpr void merge(state& best, const state& other) {
      if (other) add(best, *other);
    }
    static constexpr result_type result(const state& best) {
      if constexpr (MayBeEmpty) return best;
      else return *best;
    }

   private:
    static constexpr bool is_better(const auto& a, const auto& b) {
      if constexpr (std::same_as<Value, bool>) return Greatest ? a && !b : !a && b;
      else return Greatest ? is_less(b, a) : is_less(a, b);
    }
  };
};
struct min : extreme<false> {};
struct max : extreme<true> {};

// An aggregate of the user's: a type with state, zero(), add(state&, values...), merge(state&, const state&) and
// result(const state&). It gets values that are there; what it gives when there were none is its own affair.
template <class User>
struct user_defined {
  static constexpr const char* text = "aggregate";
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

// The number of rows, as column "count"; of rows where the expression is not null.
constexpr auto count() { return aggregate_call<aggregates::count, "count">(); }
template <Expression E>
constexpr auto count(E of) {
  return aggregate_call<aggregates::count, "", E>(std::move(of));
}

// How many different values there are, exactly; anything that can be a key, nulls are not counted. All values of a group are
// kept until it leaves, and written as a whole in each batch that adds to it: for groups that end, of some thousand values.
//   views | group_by(window("time"_c, 1h)) | agg(count_distinct("user"_c).as("visitors"_c))
template <Expression E>
constexpr auto count_distinct(E of) {
  return aggregate_call<aggregates::count_distinct, "", E>(std::move(of));
}

// The sum: int64 for integers (overflow ends the query with error arithmetic_overflow), double for floating numbers.
template <Expression E>
constexpr auto sum(E of) {
  return aggregate_call<aggregates::sum, "", E>(std::move(of));
}

// The mean, as double.
template <Expression E>
constexpr auto avg(E of) {
  return aggregate_call<aggregates::avg, "", E>(std::move(of));
}

// The least and the greatest value. Nulls are skipped by all of these; NaN is greater than any other number.
template <Expression E>
constexpr auto(min)(E of) {
  return aggregate_call<aggregates::min, "", E>(std::move(of));
}
template <Expression E>
constexpr auto(max)(E of) {
  return aggregate_call<aggregates::max, "", E>(std::move(of));
}

// An aggregate of one's own: aggregate<geometric_mean>("price"_c).as("mean"_c), where geometric_mean has
//   struct state {…};  // a record, number, string, or row: something with a codec
//   static state zero();  static void add(state&, double);  static void merge(state&, const state&);  static double
//   result(const state&);
template <class User, Expression... Es>
constexpr auto aggregate(Es... of) {
  return aggregate_call<aggregates::user_defined<User>, "", Es...>(std::move(of)...);
}

}  // namespace tidemark
