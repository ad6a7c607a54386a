// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The types in which columns and rows are kept beyond their batch: a view into the batch becomes the text that it shows.

#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/scalar.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

namespace detail {

template <class T>
struct owned_type {
  using type = T;
};
template <>
struct owned_type<std::string_view> {
  using type = std::string;
};
template <Scalar T>
struct owned_type<T> {
  using type = typename scalar_traits<T>::owned;
};
template <class T>
struct owned_type<std::optional<T>> {
  using type = std::optional<typename owned_type<T>::type>;
};

}  // namespace detail

// A column that is kept: a std::string for a std::string_view, nullable or not, and so for a view of another type; any other as
// it is. What is kept is found by what flows all the same, since state compares and hashes texts by what they show.
template <class T>
using owned = typename detail::owned_type<T>::type;

namespace detail {

template <class Fields>
struct fields_owned;
template <class... Fields>
struct fields_owned<field_list<Fields...>> {
  using type = field_list<field<Fields::key, owned<typename Fields::type>>...>;
};

}  // namespace detail

template <class Fields>
using owned_fields = typename detail::fields_owned<Fields>::type;

// A row that is kept: R itself if all of its columns can be, else a row of columns that can.
template <Row R>
using owned_row =
    std::conditional_t<std::is_same_v<owned_fields<fields_of<R>>, fields_of<R>>, R, row_from<owned_fields<fields_of<R>>>>;

}  // namespace tidemark
