// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The state of a step in a partition: the tables that it works with, in one durable image.

#include <tidemark/state/change_set.hpp>
#include <tidemark/state/numbered_tables.hpp>
#include <tidemark/state/state_base.hpp>
#include <tidemark/state/store.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// A table T that is part of a state has
//   clear(), rows(), bytes_of_memory()
//   write_changes(into), write_all(into)    since the last commit, or all that there is, by into.put, erase and erase_through
//                                           of a change_set; what the last change was, clears what was before
//   put(key, value), erase(key)             one record of the image, as it was written; erase_through(prefix) if it writes that
//   commit()                                what is there counts as unchanged
// and, if it holds more than its image says, loaded(): the whole image has been put.
template <class T>
concept StateTable = requires(T& table, const T& kept, change_set& into, std::string_view bytes) {
  table.clear();
  table.put(bytes, bytes);
  table.erase(bytes);
  table.commit();
  kept.write_changes(into);
  kept.write_all(into);
  { kept.rows() } -> std::same_as<std::int64_t>;
  { kept.bytes_of_memory() } -> std::same_as<std::int64_t>;
};

// Without a store nothing is written, and no version can be gone back to. One table has its keys as they are; of several, each
// key begins with the number of its table, and no table writes erase_through, which would reach into the others.
template <class... Tables>
class state_of final : public state_base, private change_reader {
  static constexpr bool is_numbered = sizeof...(Tables) > 1;

 public:
  explicit state_of(std::unique_ptr<store> image) : image_(std::move(image)) {}

  template <std::size_t Number = 0>
  auto& table() {
    return table_at<Number>(tables_);
  }

  void load(std::int64_t version) override {
    tables_.for_each([](auto& table, std::size_t /*number*/) { table.clear(); });
    if (image_) image_->load(version, *this);
    tables_.for_each([](auto& table, std::size_t /*number*/) {
      if constexpr (requires { table.loaded(); }) table.loaded();
      table.commit();
    });
  }

  void prepare(std::int64_t version) override {
    if (!image_) return;
    changes_.clear();
    tables_.for_each([this](const auto& table, std::size_t number) { table.write_changes(writer(changes_, number)); });
    image_->commit(version, changes_, [this](change_set& whole) {
      tables_.for_each([&](const auto& table, std::size_t number) { table.write_all(writer(whole, number)); });
    });
  }

  void commit() override {
    tables_.for_each([](auto& table, std::size_t /*number*/) { table.commit(); });
  }
  void purge(std::int64_t oldest) override {
    if (image_) image_->purge(oldest);
  }
  std::int64_t rows() const override {
    std::int64_t rows = 0;
    tables_.for_each([&](const auto& table, std::size_t /*number*/) { rows += table.rows(); });
    return rows;
  }
  std::int64_t bytes_of_memory() const override {
    std::int64_t bytes = 0;
    tables_.for_each([&](const auto& table, std::size_t /*number*/) { bytes += table.bytes_of_memory(); });
    return bytes;
  }

 private:
  static decltype(auto) writer(change_set& into, [[maybe_unused]] std::size_t number) {
    if constexpr (is_numbered) return numbered_changes(into, static_cast<char>(number));
    else return (into);
  }

  // Calls f(table, key) with the table that the key is of, and its key there.
  void with_table_of(std::string_view key, auto&& f) {
    if constexpr (is_numbered) {
      if (key.empty() || static_cast<std::size_t>(key.front()) >= sizeof...(Tables))
        throw_damaged("a stored key is of no table of its step");
      tables_.for_each([&](auto& table, std::size_t number) {
        if (number == static_cast<std::size_t>(key.front())) f(table, key.substr(1));
      });
    } else {
      f(table(), key);
    }
  }
  void put(std::string_view key, std::string_view value) override {
    with_table_of(key, [&](auto& table, std::string_view own) { table.put(own, value); });
  }
  void erase(std::string_view key) override {
    with_table_of(key, [](auto& table, std::string_view own) { table.erase(own); });
  }
  void erase_through(std::string_view prefix) override {
    if constexpr (!is_numbered)
      if constexpr (requires { table().erase_through(prefix); }) table().erase_through(prefix);
  }

  std::unique_ptr<store> image_;
  numbered_tables<std::index_sequence_for<Tables...>, Tables...> tables_;
  change_set changes_;
};

}  // namespace tidemark
