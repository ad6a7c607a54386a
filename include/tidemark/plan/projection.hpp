// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which columns of its input a node needs, when only some of its own are needed: sources then read no more than that.

#include <tidemark/plan/node.hpp>
#include <tidemark/row/name.hpp>

namespace tidemark {

namespace detail {

template <class N, class Input, class Required>
struct needed {
  using type = typename fields_of<typename Input::row>::names;  // a node that does not say needs all
};
template <class N, class Input, class Required>
  requires requires { typename N::template needs<Required>; }
struct needed<N, Input, Required> {
  using type = typename N::template needs<Required>;
};

}  // namespace detail

// The names that node N needs of the rows of `Input`, if above it `Required` are needed.
template <PlanNode N, PlanNode Input, class Required>
using needed_columns = typename detail::needed<N, Input, Required>::type;

namespace detail {

template <class N, class Side, class Input, class Required>
struct needed_of_side {
  using type = typename fields_of<typename Input::row>::names;
};
template <class N, class Side, class Input, class Required>
  requires requires { typename N::template needs_of<Side, Required>; }
struct needed_of_side<N, Side, Input, Required> {
  using type = typename N::template needs_of<Side, Required>;
};

}  // namespace detail

// The same for one side of a node with two inputs.
template <BinaryNode N, class Side, PlanNode Input, class Required>
using needed_columns_of_side = typename detail::needed_of_side<N, Side, Input, Required>::type;

namespace detail {

template <class Condition, class R>
struct columns_of_condition {
  using type = typename fields_of<R>::names;  // a callable may read all
};
template <class E, class R>
  requires requires { typename E::columns; }
struct columns_of_condition<E, R> {
  using type = typename E::columns;
};

}  // namespace detail

// The columns of rows R that an expression reads; all of them for a callable.
template <class Condition, class R>
using columns_read = typename detail::columns_of_condition<Condition, R>::type;

}  // namespace tidemark
