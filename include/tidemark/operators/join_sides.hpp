// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What joins of two streams have in common: by which keys their sides are sent, and how their kind is written down.

#include <tidemark/operators/sides.hpp>

#include <string_view>
#include <type_traits>

namespace tidemark::plan {

// What keys rows of a side are sent to a partition by.
template <class Reader, class Side>
struct keys_of_side {
  [[no_unique_address]] Reader reader;

  [[gnu::always_inline]] auto operator()(const auto& row) const {
    if constexpr (std::is_same_v<Side, left_side>) return reader.of_left(row);
    else return reader.of_right(row);
  }
};

// A word that is printed as a setting.
struct printed_word {
  std::string_view word;
  void print(auto& out) const { out += word; }
};

}  // namespace tidemark::plan
