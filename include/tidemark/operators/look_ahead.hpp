// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// For stages that look every row up and pass rows on: rows wait in blocks, so that the cache misses of their look-ups overlap.
//
// Such a stage has, beside end_of_batch,
//   using table_type = …       what it looks up in: see state/look_up_block.hpp
//   look_up(row)               where: a `look_up_place`; without a table if the row needs none, and is done with
//   meet(row, place)           the rest; it does the look-up, and what is found is in the near caches by then
// and is made by with_look_ahead.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/state/look_up_block.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

template <class Table>
struct look_up_place {
  Table* table = nullptr;
  std::uint64_t hash = 0;
};

}  // namespace tidemark

namespace tidemark::stage {

// `Kept` is a row as it waits. The stage above lies apart, so that nothing takes the address of those below, whose members can
// then live in registers.
template <class Above, class Kept>
class look_ahead {
 public:
  look_ahead(const auto& place, Above above) : aside_(&place.template make<aside>(std::move(above))) {}

  [[gnu::always_inline]] void process(const auto& row) {
    const auto at = aside_->above.look_up(row);
    if (at.table == nullptr) return;
    assign_row(aside_->block.add(*at.table, at.hash), row);
    if (aside_->block.is_full()) [[unlikely]]
      meet_all(*aside_);
  }
  void end_of_batch(const batch_info& batch) {
    meet_all(*aside_);
    aside_->above.end_of_batch(batch);
  }

 private:
  using table_type = typename Above::table_type;

  struct aside {
    explicit aside(Above stage) : above(std::move(stage)) {}

    Above above;
    look_up_block<table_type, Kept> block;
  };

  [[gnu::noinline, gnu::flatten]] static void meet_all(aside& apart) {
    apart.block.take([&](table_type& table, std::uint64_t hash, auto /*candidate*/, const Kept& row) {
      apart.above.meet(row, look_up_place<table_type>{&table, hash});
    });
  }

  aside* aside_;
};

// A row is looked up and met as it comes: where it would be dear to keep.
template <class Above>
class look_up_at_once {
 public:
  explicit look_up_at_once(Above above) : above_(std::move(above)) {}

  [[gnu::always_inline]] void process(const auto& row) {
    if (const auto at = above_.look_up(row); at.table != nullptr) above_.meet(row, at);
  }
  void end_of_batch(const batch_info& batch) { above_.end_of_batch(batch); }

 private:
  [[no_unique_address]] Above above_;
};

}  // namespace tidemark::stage

namespace tidemark {

// The stage of a node over `Input`, with its look-ups in blocks where the columns that rows come with are cheap to keep.
template <class Input, class Place, class Stage>
auto with_look_ahead(const Place& place, Stage made) {
  using kept = row_from<owned_fields<kept_fields<fields_of<row_of<Input>>, typename Place::columns>>>;
  if constexpr (std::is_trivially_copyable_v<kept>) return stage::look_ahead<Stage, kept>(place, std::move(made));
  else return stage::look_up_at_once<Stage>(std::move(made));
}

}  // namespace tidemark
