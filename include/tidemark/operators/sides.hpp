// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The two inputs of a stage: tags by which it knows whose row it gets, and the entries in which its input chains end.

#include <tidemark/operators/batch_info.hpp>

namespace tidemark {

struct left_side {};
struct right_side {};

namespace stage {

// The end of one input chain of a stage with two: forwards to the stage, which is made once a partition at a fixed address.
template <class Side, class Shared>
class entry {
 public:
  constexpr explicit entry(Shared& shared) : shared_(&shared) {}

  [[gnu::always_inline]] constexpr void process(const auto& row) { shared_->process(Side{}, row); }
  constexpr void end_of_batch(const batch_info& batch) { shared_->end_of_batch(Side{}, batch); }

 private:
  Shared* shared_;
};

}  // namespace stage
}  // namespace tidemark
