// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the user holds: a stream of rows that grows by `|`. Each step asks the verdict of the node that it would make.

#include <tidemark/operators/operator.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/rules/aggregation.hpp>
#include <tidemark/rules/keyed_groups.hpp>
#include <tidemark/rules/verdict.hpp>

#include <type_traits>
#include <utility>

namespace tidemark {

// A pipeline up to here. `plan` is the tree of nodes that it is made of; a value, copied with it.
template <class Plan>
class stream {
 public:
  using plan_type = Plan;
  using row = row_of<Plan>;

  constexpr explicit stream(Plan plan) : plan_(std::move(plan)) {}

  constexpr const Plan& plan() const& { return plan_; }
  constexpr Plan&& plan() && { return std::move(plan_); }

 private:
  Plan plan_;
};

// What is left of a pipeline after a mistake: it takes every further step in silence, so that one mistake is one error.
struct rejected {};

template <class Next>
constexpr rejected operator|(rejected /*below*/, const Next& /*next*/) {
  return {};
}
template <class Plan>
constexpr rejected operator|(stream<Plan> /*below*/, rejected /*next*/) {
  return {};
}

// What a plan is made of, for a stream or the plan itself.
namespace detail {

template <class T>
struct plan_inside {
  using type = T;
};
template <class Plan>
struct plan_inside<stream<Plan>> {
  using type = Plan;
};

}  // namespace detail

template <class StreamOrPlan>
using plan_in = typename detail::plan_inside<std::remove_cvref_t<StreamOrPlan>>::type;

namespace detail {

template <class Node>
struct verdict_of_node {
  using type = typename Node::verdict;
};
template <class Node>
  requires stands_on_groups<Node>
struct verdict_of_node<Node> {
  using type = groups_need_aggregation;
};
template <class Node>
  requires stands_on_keyed_groups<Node>
struct verdict_of_node<Node> {
  using type = keyed_groups_need_function;
};

}  // namespace detail

// What a node says about itself where it stands; groups are only for aggregations, keyed ones for functions over groups.
template <class Node>
using node_verdict = typename detail::verdict_of_node<Node>::type;

template <class Input, template <class, class...> class Node, class... Settings>
constexpr auto operator|(stream<Input> below, step<Node, Settings...> next) {
  using node = Node<Input, Settings...>;
  using verdict = node_verdict<node>;
  verdict::template enforce<node>();
  if constexpr (is_violation<verdict>) return rejected{};
  else return stream<node>(std::move(next).on(std::move(below).plan()));
}

// What a step says about itself on a stream: `ok`, or the rule that refuses it there.
template <class Stream, class Step>
using step_verdict = node_verdict<typename Step::template node<plan_in<Stream>>>;

// The step can stand on the stream: what generic code asks, instead of "does it compile".
template <class Stream, class Step>
concept accepts = !is_violation<step_verdict<Stream, Step>>;

}  // namespace tidemark
