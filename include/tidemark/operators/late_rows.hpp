// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where a stage hands the rows that it drops as late.

#include <utility>

namespace tidemark {

// Nowhere, unless late_rows_to stands behind the step: no code on the row path, and no size.
struct no_late_rows {
  static constexpr bool are_wanted = false;
  void process(const auto& /*row*/) const {}
};

// To the end of a chain. Not inlined, and handed on by value, so that the stage around it can live in registers.
template <class End>
class wanted_late_rows {
 public:
  static constexpr bool are_wanted = true;

  explicit wanted_late_rows(End end) : end_(end) {}

  void process(const auto& row) const { write(end_, row); }

 private:
  [[gnu::noinline]] static void write(End end, const auto& row) { end.process(row); }

  End end_;
};

// What a place says of it, for a step with one input, or for one side of two.
template <class Place, class... Side>
auto late_rows_of(const Place& place, Side... side) {
  if constexpr (requires { place.late_rows(side...); }) return place.late_rows(side...);
  else return no_late_rows{};
}
template <class Place, class... Side>
using late_rows_at = decltype(late_rows_of(std::declval<const Place&>(), Side{}...));

}  // namespace tidemark
