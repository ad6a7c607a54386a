// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A plan as text: one line a step, the last step first, each input indented below.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/node.hpp>
#include <tidemark/plan/value_text.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace tidemark {

// What nodes describe themselves to: `printer.step("where", condition)`. Expressions and values print themselves, any other
// argument is a function.
class plan_printer {
 public:
  template <class... Arguments>
  void step(std::string_view word, const Arguments&... arguments) {
    if (depth_ > 0) text_.append(3 * (depth_ - 1), ' ') += "+- ";
    text_ += word;
    std::size_t printed = 0;
    ((text_ += printed++ == 0 ? " " : ", ", print(arguments)), ...);
    static_cast<void>(printed);  // of a step without arguments
    text_ += '\n';
  }

  // A line about the step before.
  template <class... Arguments>
  void note(std::string_view word, const Arguments&... arguments) {
    text_.append(3 * depth_, ' ') += word;
    text_ += ' ';
    (print(arguments), ...);
    text_ += '\n';
  }

  void deeper() { ++depth_; }
  void back() { --depth_; }
  const std::string& text() const { return text_; }

 private:
  template <class T>
  void print(const T& value) {
    if constexpr (Expression<T> || requires { value.print(text_); }) value.print(text_);
    else if constexpr (std::convertible_to<T, std::string_view>) text_ += std::string_view(value);
    else if constexpr (std::integral<T> || std::convertible_to<T, std::chrono::microseconds>) append_value_text(text_, value);
    else text_ += "<function>";
  }

  std::string text_;
  std::size_t depth_ = 0;
};

// Prints a node and all below it.
template <PlanNode Node>
void print_plan(plan_printer& printer, const Node& node) {
  node.describe(printer);
  printer.deeper();
  if constexpr (UnaryNode<Node>) print_plan(printer, node.input);
  if constexpr (TableNode<Node>) print_plan(printer, node.table);
  if constexpr (BinaryNode<Node>) {
    print_plan(printer, node.left);
    print_plan(printer, node.right);
  }
  printer.back();
}

}  // namespace tidemark
