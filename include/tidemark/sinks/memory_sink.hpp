// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table in memory, and the sink that fills it.

#include <tidemark/sinks/partition_rows.hpp>
#include <tidemark/sinks/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// Rows that queries put out, read as a range while they run. A copy is the same table. All of it may be used from any thread;
// an iteration sees the table as it was at its begin().
template <Row R>
class memory_table {
 public:
  // A forward iterator over the rows that were there when it was made.
  class iterator {
   public:
    using value_type = R;
    using difference_type = std::ptrdiff_t;
    using reference = const R&;
    using pointer = const R*;
    using iterator_category = std::forward_iterator_tag;

    iterator() = default;
    explicit iterator(std::shared_ptr<const std::vector<R>> rows) : rows_(std::move(rows)) {}

    const R& operator*() const { return (*rows_)[at_]; }
    const R* operator->() const { return &(*rows_)[at_]; }
    iterator& operator++() { return ++at_, *this; }
    iterator operator++(int) {
      auto before = *this;
      ++at_;
      return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) {
      return a.is_end() || b.is_end() ? a.is_end() == b.is_end() : a.at_ == b.at_;
    }

   private:
    bool is_end() const { return !rows_ || at_ == rows_->size(); }

    std::shared_ptr<const std::vector<R>> rows_;
    std::size_t at_ = 0;
  };

  iterator begin() const { return iterator{contents_->snapshot()}; }
  iterator end() const { return {}; }

  // A copy of the rows that are there now.
  std::vector<R> rows() const { return *contents_->snapshot(); }

  // The same for copies and for nothing else.
  std::string label() const { return "memory table " + std::to_string(reinterpret_cast<std::uintptr_t>(contents_.get())); }

  // Adds the output of a batch, or puts it in place of what is there; does nothing for a batch of that query which it has.
  void take(const std::string& query_id, batch_id id, std::vector<R>& rows, bool replace) {
    const std::lock_guard lock(contents_->mutex);
    const auto [latest, is_new] = contents_->latest.try_emplace(query_id, id);
    if (!is_new && id <= latest->second) return;
    latest->second = id;
    if (replace) contents_->rows.clear();
    contents_->rows.insert(contents_->rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
    contents_->seen.reset();
  }

 private:
  struct contents {
    std::mutex mutex;
    std::vector<R> rows;
    std::shared_ptr<const std::vector<R>> seen;  // a copy of `rows` for readers, until they change
    std::map<std::string, batch_id> latest;      // by query

    std::shared_ptr<const std::vector<R>> snapshot() {
      const std::lock_guard lock(mutex);
      if (!seen) seen = std::make_shared<const std::vector<R>>(rows);
      return seen;
    }
  };

  std::shared_ptr<contents> contents_ = std::make_shared<contents>();
};

// A row of `To` can be made of one of `From`, by name.
template <class From, class To>
concept RowWithColumnsOf =
    Row<From> && []<class... Fields>(field_list<Fields...>) { return (has_column<From, Fields::key> && ...); }(fields_of<To>{});

// Puts the output into a memory_table: appended, or in complete mode put in place of the old. A batch counts once.
//   memory_table<result> results;   …   write_stream(memory_sink(results), update)
template <Row R>
class memory_sink {
 public:
  static constexpr sink_capabilities capabilities{.once_per_batch_id = true};

  explicit memory_sink(memory_table<R> table) : table_(std::move(table)) {}

  std::string description() const { return "MemorySink"; }

  // The running sink.
  class open_sink {
   public:
    open_sink(memory_table<R> table, const sink_place& place)
        : table_(std::move(table)), query_id_(place.query_id), rows_(place.partitions) {
      place.claim(table_.label());
    }

    void begin(batch_id /*id*/, output mode) {
      rows_.clear();
      replaces_ = mode == output::whole_result;
      committed_ = -1;
    }
    auto& writer(std::size_t partition) { return rows_.of(partition); }
    void prepare(batch_id /*id*/) {}
    void commit(batch_id id) {
      committed_ = output_rows();
      table_.take(query_id_, id, rows_.joined(), replaces_);
      rows_.clear();
    }
    std::int64_t output_rows() const { return committed_ >= 0 ? committed_ : rows_.size(); }

   private:
    memory_table<R> table_;
    std::string query_id_;
    partition_rows<R> rows_;
    bool replaces_ = false;
    std::int64_t committed_ = -1;
  };

  template <RowWithColumnsOf<R> Output>
  open_sink open(const sink_place& place) const {
    return {table_, place};
  }

 private:
  memory_table<R> table_;
};

}  // namespace tidemark
