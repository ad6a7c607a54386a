// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rows that are kept until their batch ends, in memory that is used again in the next one.

#include <tidemark/row/as_row.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/scalar.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tidemark {

// Bytes of texts. What was kept stays where it is until `clear`.
class text_arena {
 public:
  std::string_view keep(std::string_view text) {
    while (at_ < blocks_.size() && blocks_[at_].size - used_ < text.size()) {
      ++at_;
      used_ = 0;
    }
    if (at_ == blocks_.size()) add_block(text.size());
    char* const to = blocks_[at_].bytes.get() + used_;
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    used_ += text.size();
    return {to, text.size()};
  }
  void clear() { at_ = used_ = 0; }

 private:
  static constexpr std::size_t block_size = std::size_t{64} << 10;

  struct block {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };
  void add_block(std::size_t least) {
    const std::size_t size = (std::max)(least, block_size);
    blocks_.push_back({std::make_unique<char[]>(size), size});
  }

  std::vector<block> blocks_;
  std::size_t at_ = 0;
  std::size_t used_ = 0;  // of the block at_
};

// Rows of type R, made of whatever flows. A column that is a view of text is made to look at a copy; text of its own keeps the
// memory that it had in earlier batches.
template <Row R>
class kept_rows {
 public:
  [[gnu::always_inline]] void add(const auto& row) {
    if (count_ == rows_.size()) rows_.emplace_back();
    ++count_;
    replace_last(row);
  }
  // Requires: there is one.
  [[gnu::always_inline]] void replace_last(const auto& row) {
    R& kept = rows_[count_ - 1];
    if constexpr (std::is_same_v<R, std::remove_cvref_t<decltype(row)>>) kept = row;
    else assign_row(kept, row);
    keep_views(kept, fields_of<R>{});
  }

  std::size_t size() const { return count_; }
  R* begin() { return rows_.data(); }
  R* end() { return rows_.data() + count_; }
  R& operator[](std::size_t i) { return rows_[i]; }

  // Keeps the memory.
  void clear() {
    count_ = 0;
    texts_.clear();
  }

 private:
  template <class... Fields>
  [[gnu::always_inline]] void keep_views(R& kept, field_list<Fields...> /*columns*/) {
    (keep_view(tidemark::get<Fields::key>(kept)), ...);
  }
  template <class T>
  [[gnu::always_inline]] void keep_view(T& value) {
    if constexpr (std::is_same_v<T, std::string_view>) value = texts_.keep(value);
    else if constexpr (ScalarView<T>) value = scalar_traits<T>::from_form(texts_.keep(to_form(value)));
    else if constexpr (is_nullable<T>) {
      if (value) keep_view(*value);
    }
  }

  std::vector<R> rows_;
  std::size_t count_ = 0;
  text_arena texts_;
};

}  // namespace tidemark
