// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which column types are lists.

#include <tidemark/row/null.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace tidemark {

template <class T>
inline constexpr bool is_list = false;
template <class T, class Allocator>
inline constexpr bool is_list<std::vector<T, Allocator>> = true;
template <class T, std::size_t Size>
inline constexpr bool is_list<std::array<T, Size>> = true;

// A list: std::vector or std::array.
template <class T>
concept List = is_list<T>;

}  // namespace tidemark
