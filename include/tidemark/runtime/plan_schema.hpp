// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a node's state means, in words: what the checkpoint compares with the first start.

#include <tidemark/durable/state_schema.hpp>
#include <tidemark/plan/value_text.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/type_text.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

template <class... Fields>
std::vector<column_schema> columns_schema(field_list<Fields...> /*columns*/) {
  return {column_schema{std::string(Fields::key.view()), type_text<typename Fields::type>(), form_text<typename Fields::type>(),
                        is_nullable<typename Fields::type>}...};
}

namespace detail {

template <class Node, class Required>
struct state_values {
  using type = typename Node::state_value_fields;
};
template <class Node, class Required>
  requires requires { typename Node::template state_value_fields_of<Required>; }
struct state_values<Node, Required> {
  using type = typename Node::template state_value_fields_of<Required>;
};

}  // namespace detail

// The schema of a stateful node, of whose columns `Required` are needed: its step's name, the columns of key and value, and
// what else its state depends on (`for_each_setting(f)` calls f(name, print) with a function that appends the setting's text).
template <class Required, class Node>
step_schema schema_of_step(const Node& node) {
  step_schema schema{Node::stateful::name,
                     columns_schema(typename Node::state_key_fields{}),
                     columns_schema(typename detail::state_values<Node, Required>::type{}),
                     {}};
  node.for_each_setting([&](std::string_view name, const auto& expression) {
    std::string text;
    expression.print(text);
    schema.settings.push_back({std::string(name), std::move(text)});
  });
  return schema;
}

}  // namespace tidemark
