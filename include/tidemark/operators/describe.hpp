// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// explain(stream): a pipeline as text.

#include <tidemark/operators/stream.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/plan/explain.hpp>

#include <string>

namespace tidemark {

// The plan as text: one line a step, the last first.
template <class Plan>
std::string explain(const stream<Plan>& pipeline) {
  plan_printer printer;
  print_plan(printer, pipeline.plan());
  return printer.text();
}

namespace detail {

template <class Plan, class S, class Mode>
void print_query(plan_printer& printer, const query_plan<Plan, S, Mode>& query) {
  printer.step("write_stream", query.sink.description(), Mode::word, delivery_text(plan_delivery<Plan, S>),
               plan_state_is_bounded<Plan, Mode> ? "bounded state" : "state grows without bound");
  printer.deeper();
  print_plan(printer, query.plan);
  printer.back();
}

}  // namespace detail

// The same with sink and output mode above.
template <class Plan, class S, class Mode>
std::string explain(const query_plan<Plan, S, Mode>& query) {
  plan_printer printer;
  detail::print_query(printer, query);
  return printer.text();
}

// All outputs of a query, in order.
template <class... Queries>
std::string explain(const query_plans<Queries...>& query) {
  plan_printer printer;
  printer.step("outputs");
  printer.deeper();
  query.unpack([&](const auto&... each) { (detail::print_query(printer, each), ...); });
  return printer.text();
}

// A pipeline that was refused has been explained by the compiler.
inline std::string explain(rejected /*pipeline*/) { return {}; }

}  // namespace tidemark
