// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keyed state by the event time at which it ends: one table a group, so that evicting drops tables and scans nothing.

#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/no_group.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

namespace tidemark {

// When a group ends: a window at its end, a time at itself, null never. `ends_before` is the order in which groups leave.
constexpr bool has_ended(const time_window& group, timestamp time) { return group.end <= time; }
constexpr bool has_ended(timestamp group, timestamp time) { return group <= time; }
constexpr bool has_ended(const std::optional<timestamp>& group, timestamp time) { return group.has_value() && *group <= time; }
constexpr bool ends_before(const time_window& a, const time_window& b) { return a < b; }
constexpr bool ends_before(timestamp a, timestamp b) { return a < b; }
constexpr bool ends_before(const std::optional<timestamp>& a, const std::optional<timestamp>& b) {
  return a.has_value() && (!b.has_value() || *a < *b);
}

// One keyed_state for each group that has keys, in the order in which groups end. Evicting costs what it evicts. One thread.
//
// A table stays where it is until its group is evicted. A new group starts with room for as many keys as the last evicted one
// had, in that one's memory if it is still there.
//   windows.at(window).update(hash, key, add, make);
//   windows.evict_through(watermark, [&](const time_window& w, const auto& table) { table.for_each(emit); });
template <class Group, class Key, class Value>
class expiry_groups {
 public:
  using table = keyed_state<Key, Value>;

  expiry_groups() = default;
  expiry_groups(const expiry_groups&) = delete;
  expiry_groups& operator=(const expiry_groups&) = delete;

  // The table of this group; a new one if there is none. The group asked for last is at hand, and those asked for lately are
  // found without a search: times out of order are of a few groups in turn.
  [[gnu::always_inline]] table& at(const Group& group) {
    if (current_ != nullptr && current_->group == group) [[likely]]
      return current_->keys;
    return find_or_add(*this, group).keys;
  }
  // Null if there is no such group.
  table* find(const Group& group) {
    const auto place = place_of(group);
    return place != groups_.end() && (*place)->group == group ? &(*place)->keys : nullptr;
  }
  const table* find(const Group& group) const { return const_cast<expiry_groups*>(this)->find(group); }

  // Calls f(const Group&, table&), in the order in which groups end.
  template <class F>
  void for_each_group(F&& f) {
    for (const auto& one : groups_) f(std::as_const(one->group), one->keys);
  }
  template <class F>
  void for_each_group(F&& f) const {
    for (const auto& one : groups_) f(std::as_const(one->group), std::as_const(one->keys));
  }
  // Calls f(const Group&, const Key&, const Value&) for the keys changed since the last commit.
  template <class F>
  void for_each_changed(F&& f) const {
    for_each_group([&](const Group& group, const table& keys) {
      keys.for_each_changed([&](const Key& key, const Value& value) { f(group, key, value); });
    });
  }
  std::size_t changed_count() const {
    std::size_t keys = 0;
    for (const auto& one : groups_) keys += one->keys.changed_count();
    return keys;
  }
  // Calls f(const Group&, const Key&) for the keys erased since the last commit, other than by eviction.
  template <class F>
  void for_each_erased(F&& f) const {
    for_each_group(
        [&](const Group& group, const table& keys) { keys.for_each_erased([&](const Key& key) { f(group, key); }); });
  }

  // Drops every group that has ended at this time, calling f(const Group&, table&) for each before.
  template <class F>
  void evict_through(timestamp time, F&& f) {
    if (groups_.empty() || !has_ended(groups_.front()->group, time)) return;
    while (!groups_.empty() && has_ended(groups_.front()->group, time)) {
      member& ended = *groups_.front();
      f(std::as_const(ended.group), ended.keys);
      drop_first();
    }
    evicted_through_ = time;
    keep_spare_if_useful();
  }
  void evict_through(timestamp time) {
    evict_through(time, [](const Group& /*group*/, const table& /*keys*/) {});
  }
  // Every group that has ended at this time has been dropped since the last commit; empty if none was.
  std::optional<timestamp> evicted_through() const { return evicted_through_; }

  void commit() {
    for (const auto& one : groups_) one->keys.commit();
    evicted_through_.reset();
  }

  // Keys of all groups.
  std::size_t size() const {
    std::size_t keys = 0;
    for (const auto& one : groups_) keys += one->keys.size();
    return keys;
  }
  bool empty() const { return size() == 0; }
  std::size_t group_count() const { return groups_.size(); }
  std::size_t bytes_of_memory() const {
    std::size_t bytes = spare_ == nullptr ? 0 : sizeof(member) + spare_->keys.bytes_of_memory();
    for (const auto& one : groups_) bytes += sizeof(member) + one->keys.bytes_of_memory();
    return bytes;
  }
  void clear() {
    groups_.clear();
    current_ = nullptr;
    lately_.fill(nullptr);
    spare_.reset();
    evicted_through_.reset();
  }

 private:
  struct member {
    Group group{};
    table keys;
  };
  using members = std::deque<std::unique_ptr<member>>;

  typename members::iterator place_of(const Group& group) {
    // Most rows are of the newest group or open the next one.
    if (groups_.empty() || ends_before(groups_.back()->group, group)) return groups_.end();
    return std::lower_bound(groups_.begin(), groups_.end(), group,
                            [](const auto& one, const Group& sought) { return ends_before(one->group, sought); });
  }

  member*& lately(const Group& group) { return lately_[memory_hash<Group>::of(group) % lately_.size()]; }

  [[gnu::noinline]] static member& find_or_add(expiry_groups& all, const Group& group) {
    member*& at_hand = all.lately(group);
    if (at_hand == nullptr || !(at_hand->group == group)) {
      auto place = all.place_of(group);
      if (place == all.groups_.end() || !((*place)->group == group)) place = all.groups_.insert(place, all.new_member(group));
      at_hand = place->get();
    }
    all.current_ = at_hand;
    return *at_hand;
  }

  std::unique_ptr<member> new_member(const Group& group) {
    auto made = spare_ != nullptr ? std::move(spare_) : std::make_unique<member>();
    made->group = group;
    made->keys.reserve(expected_keys_);
    return made;
  }

  void drop_first() {
    member* const first = groups_.front().get();
    if (current_ == first) current_ = nullptr;
    if (member*& at_hand = lately(first->group); at_hand == first) at_hand = nullptr;
    spare_ = std::move(groups_.front());
    expected_keys_ = spare_->keys.size();
    groups_.pop_front();
  }

  // Clearing costs as much as there is memory: only where the next group can be expected to fill it.
  void keep_spare_if_useful() {
    if (spare_->keys.capacity() / 8 > expected_keys_ + 8) spare_.reset();
    else spare_->keys.clear();
  }

  members groups_;            // ends_before
  member* current_ = nullptr;  // the one asked for last
  std::array<member*, 64> lately_{};  // by hash
  std::unique_ptr<member> spare_;
  std::size_t expected_keys_ = 0;
  std::optional<timestamp> evicted_through_;
};

// State that never ends: one table, with the members of the other form, so that what is built on it is written once.
template <class Key, class Value>
class expiry_groups<no_group, Key, Value> {
 public:
  using table = keyed_state<Key, Value>;

  expiry_groups() = default;
  expiry_groups(const expiry_groups&) = delete;
  expiry_groups& operator=(const expiry_groups&) = delete;

  [[gnu::always_inline]] table& at(no_group /*group*/) { return keys_; }
  table* find(no_group /*group*/) { return &keys_; }
  const table* find(no_group /*group*/) const { return &keys_; }

  template <class F>
  void for_each_group(F&& f) {
    f(no_group{}, keys_);
  }
  template <class F>
  void for_each_group(F&& f) const {
    f(no_group{}, keys_);
  }
  template <class F>
  void for_each_changed(F&& f) const {
    keys_.for_each_changed([&](const Key& key, const Value& value) { f(no_group{}, key, value); });
  }
  std::size_t changed_count() const { return keys_.changed_count(); }
  template <class F>
  void for_each_erased(F&& f) const {
    keys_.for_each_erased([&](const Key& key) { f(no_group{}, key); });
  }

  template <class F>
  void evict_through(timestamp /*time*/, F&& /*f*/) {}
  void evict_through(timestamp /*time*/) {}
  std::optional<timestamp> evicted_through() const { return std::nullopt; }

  void commit() { keys_.commit(); }
  std::size_t size() const { return keys_.size(); }
  bool empty() const { return keys_.empty(); }
  std::size_t group_count() const { return 1; }
  std::size_t bytes_of_memory() const { return keys_.bytes_of_memory(); }
  void clear() { keys_ = table(); }

 private:
  table keys_;
};

}  // namespace tidemark
