// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one key keeps of one state variable: a value, a list, a map, and its timers.

#include <tidemark/row/codec.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/deadlines.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// A slot has beside what its variable asks
//   is_empty(), rows()                nothing is there, expired or not; the rows that it counts as in a report
//   next_expiry()                     before this time nothing expires
//   remove_expired(now_ms)            how many were removed
//   write_erased(into), write_changed(into), write_all(into)    since commit(), or all; by into.erase and into.put
//   load(rest_of_key, end, value, end), unload(rest_of_key, end)   one row of what was written, or that it is gone
// What has expired at a time is hidden from then on, and stays until it is removed.
//
// Forms are on disk: do not change them; state/README.md lists them.

// A value, and when it expires if such values do.
template <class T, bool Expires>
struct perishable {
  T value{};
  std::int64_t expires_ms = no_deadline;

  void set_expiry(std::int64_t at_ms) { expires_ms = at_ms; }
  void encode(std::string& out) const {
    codec<T>::encode(out, value);
    codec<std::int64_t>::encode(out, expires_ms);
  }
  static perishable decode(const char*& from, const char* end) {
    T value = codec<T>::decode(from, end);
    return {std::move(value), codec<std::int64_t>::decode(from, end)};
  }
};
template <class T>
struct perishable<T, false> {
  T value{};
  static constexpr std::int64_t expires_ms = no_deadline;

  static void set_expiry(std::int64_t /*at_ms*/) {}
  void encode(std::string& out) const { codec<T>::encode(out, value); }
  static perishable decode(const char*& from, const char* end) { return {codec<T>::decode(from, end)}; }
};

template <class T, bool Expires>
class value_slot {
 public:
  // Null: there is none.
  const T* get(std::int64_t now_ms) const { return kept_ && kept_->expires_ms > now_ms ? &kept_->value : nullptr; }
  void update(T value, std::int64_t expires_ms) {
    if (kept_) kept_->value = std::move(value);
    else kept_.emplace().value = std::move(value);
    kept_->set_expiry(expires_ms);
    is_changed_ = true;
  }
  // How many there were, expired or not.
  std::size_t clear() {
    const std::size_t count = kept_ ? 1 : 0;
    kept_.reset();
    is_changed_ = true;
    return count;
  }

  bool is_empty() const { return !kept_; }
  std::int64_t rows() const { return kept_ ? 1 : 0; }
  std::int64_t next_expiry() const { return kept_ ? kept_->expires_ms : no_deadline; }
  std::int64_t remove_expired(std::int64_t now_ms) {
    if (next_expiry() > now_ms) return 0;
    clear();
    return 1;
  }

  void write_erased(auto&& into) const {
    if (is_changed_ && !kept_) into.erase();
  }
  void write_changed(auto&& into) const {
    if (is_changed_) write_all(into);
  }
  void write_all(auto&& into) const {
    if (kept_) into.put([this](std::string& out) { kept_->encode(out); });
  }
  void load(const char* /*rest*/, const char* /*end_of_key*/, const char* from, const char* end) {
    kept_ = perishable<T, Expires>::decode(from, end);
  }
  void unload(const char* /*rest*/, const char* /*end_of_key*/) { kept_.reset(); }
  void commit() { is_changed_ = false; }

 private:
  std::optional<perishable<T, Expires>> kept_;
  bool is_changed_ = false;
};

// Elements expire in their order. The list is one row of state, written whole when it has changed.
template <class T, bool Expires>
class list_slot {
 public:
  std::span<const T> get(std::int64_t now_ms) const { return std::span<const T>(elements_).subspan(expired(now_ms)); }
  // An element never expires before the one in front of it, also if the clock was set back.
  void append(T value, std::int64_t expires_ms) {
    elements_.push_back(std::move(value));
    if constexpr (Expires) expiries_.push_back(expiries_.empty() ? expires_ms : (std::max)(expires_ms, expiries_.back()));
    is_changed_ = true;
  }
  // How many there were, expired or not.
  std::size_t clear() {
    const std::size_t size = elements_.size();
    elements_.clear();
    if constexpr (Expires) expiries_.clear();
    is_changed_ = true;
    return size;
  }

  bool is_empty() const { return elements_.empty(); }
  std::int64_t rows() const { return is_empty() ? 0 : 1; }
  std::int64_t next_expiry() const {
    if constexpr (Expires) return is_empty() ? no_deadline : expiries_.front();
    else return no_deadline;
  }
  std::int64_t remove_expired(std::int64_t now_ms) {
    const std::size_t count = expired(now_ms);
    if (count == 0) return 0;
    elements_.erase(elements_.begin(), elements_.begin() + static_cast<std::ptrdiff_t>(count));
    if constexpr (Expires) expiries_.erase(expiries_.begin(), expiries_.begin() + static_cast<std::ptrdiff_t>(count));
    is_changed_ = true;
    return static_cast<std::int64_t>(count);
  }

  void write_erased(auto&& into) const {
    if (is_changed_ && is_empty()) into.erase();
  }
  void write_changed(auto&& into) const {
    if (is_changed_) write_all(into);
  }
  void write_all(auto&& into) const {
    if (is_empty()) return;
    into.put([this](std::string& out) {
      codec<std::vector<T>>::encode(out, elements_);
      if constexpr (Expires) codec<std::vector<std::int64_t>>::encode(out, expiries_);
    });
  }
  void load(const char* /*rest*/, const char* /*end_of_key*/, const char* from, const char* end) {
    elements_ = codec<std::vector<T>>::decode(from, end);
    if constexpr (Expires) {
      expiries_ = codec<std::vector<std::int64_t>>::decode(from, end);
      if (expiries_.size() != elements_.size()) throw_damaged("a stored list has not as many expiries as elements");
    }
  }
  void unload(const char* /*rest*/, const char* /*end_of_key*/) { clear(); }
  void commit() { is_changed_ = false; }

 private:
  struct nothing {};

  std::size_t expired([[maybe_unused]] std::int64_t now_ms) const {
    if constexpr (!Expires) return 0;
    else return static_cast<std::size_t>(std::upper_bound(expiries_.begin(), expiries_.end(), now_ms) - expiries_.begin());
  }

  std::vector<T> elements_;
  [[no_unique_address]] std::conditional_t<Expires, std::vector<std::int64_t>, nothing> expiries_;
  bool is_changed_ = false;
};

// Each entry is a row of state, with an expiry of its own.
template <class K, class V, bool Expires>
class map_slot {
  using entries_type = keyed_state<K, perishable<V, Expires>>;
  using number = typename entries_type::number;

 public:
  // Null: there is none.
  const V* get(const auto& key, std::int64_t now_ms) const {
    const number n = entries_.find(memory_hash<K>::of(key), key);
    if (n == entries_type::none || entries_.value(n).expires_ms <= now_ms) return nullptr;
    return &entries_.value(n).value;
  }
  // Calls f(key, value), in no particular order.
  template <class F>
  void for_each(std::int64_t now_ms, F&& f) const {
    entries_.for_each([&](const K& key, const perishable<V, Expires>& one) {
      if (one.expires_ms > now_ms) f(key, one.value);
    });
  }
  void update(const auto& key, V value, std::int64_t expires_ms) {
    [[maybe_unused]] const number n = entries_.update(
        memory_hash<K>::of(key), key,
        [&](perishable<V, Expires>& one) {
          one.value = std::move(value);
          one.set_expiry(expires_ms);
        },
        [&] { return K(key); });
    if constexpr (Expires) due_.add(expires_ms, n);
  }
  void remove(const auto& key) { entries_.erase(memory_hash<K>::of(key), key); }
  // How many there were, expired or not.
  std::size_t clear() {
    const std::size_t size = entries_.size();
    entries_.for_each_number([this](number n) { entries_.erase_entry(n); });
    return size;
  }

  bool is_empty() const { return entries_.empty(); }
  std::int64_t rows() const { return static_cast<std::int64_t>(entries_.size()); }
  std::int64_t next_expiry() const {
    if constexpr (Expires) return due_.earliest();
    else return no_deadline;
  }
  std::int64_t remove_expired([[maybe_unused]] std::int64_t now_ms) {
    std::int64_t removed = 0;
    if constexpr (Expires) {
      const auto is_in_force = [this](std::int64_t at, number n) {
        return entries_.lives(n) && entries_.value(n).expires_ms == at;
      };
      due_.take_through(now_ms, [&](std::int64_t at, number n) {
        if (!is_in_force(at, n)) return;
        entries_.erase_entry(n);
        ++removed;
      });
      due_.forget_stale(entries_.size(), is_in_force);
    }
    return removed;
  }

  void write_erased(auto&& into) const {
    entries_.for_each_erased([&](const K& key) { into.erase([&](std::string& out) { key_codec<K>::encode(out, key); }); });
  }
  void write_changed(auto&& into) const {
    entries_.for_each_changed([&](const K& key, const auto& one) { write(into, key, one); });
  }
  void write_all(auto&& into) const {
    entries_.for_each([&](const K& key, const auto& one) { write(into, key, one); });
  }
  void load(const char* rest, const char* end_of_key, const char* from, const char* end) {
    const K key = key_codec<K>::decode(rest, end_of_key);
    auto one = perishable<V, Expires>::decode(from, end);
    const std::int64_t expires_ms = one.expires_ms;
    update(key, std::move(one.value), expires_ms);
  }
  void unload(const char* rest, const char* end_of_key) { remove(key_codec<K>::decode(rest, end_of_key)); }
  void commit() { entries_.commit(); }

 private:
  struct nothing {};

  static void write(auto& into, const K& key, const perishable<V, Expires>& one) {
    into.put([&](std::string& out) { key_codec<K>::encode(out, key); }, [&](std::string& out) { one.encode(out); });
  }

  entries_type entries_;
  [[no_unique_address]] std::conditional_t<Expires, deadlines, nothing> due_;
};

// The timers of a key, the earliest first. They are no rows of state in a report.
class timer_slot {
 public:
  std::span<const timestamp> times() const { return times_; }
  // The earliest, in microseconds.
  std::int64_t next() const { return times_.empty() ? no_deadline : times_.front().micros; }

  // False if it was there.
  bool add(timestamp time) {
    const auto place = std::lower_bound(times_.begin(), times_.end(), time);
    if (place != times_.end() && *place == time) return false;
    times_.insert(place, time);
    return is_changed_ = true;
  }
  // False if it was not there.
  bool remove(timestamp time) {
    const auto place = std::lower_bound(times_.begin(), times_.end(), time);
    if (place == times_.end() || *place != time) return false;
    times_.erase(place);
    return is_changed_ = true;
  }

  bool is_empty() const { return times_.empty(); }
  static std::int64_t rows() { return 0; }
  static std::int64_t next_expiry() { return no_deadline; }
  static std::int64_t remove_expired(std::int64_t /*now_ms*/) { return 0; }

  void write_erased(auto&& into) const {
    if (is_changed_ && is_empty()) into.erase();
  }
  void write_changed(auto&& into) const {
    if (is_changed_) write_all(into);
  }
  void write_all(auto&& into) const {
    if (!is_empty()) into.put([this](std::string& out) { codec<std::vector<timestamp>>::encode(out, times_); });
  }
  void load(const char* /*rest*/, const char* /*end_of_key*/, const char* from, const char* end) {
    times_ = codec<std::vector<timestamp>>::decode(from, end);
  }
  void unload(const char* /*rest*/, const char* /*end_of_key*/) { times_.clear(); }
  void commit() { is_changed_ = false; }

 private:
  std::vector<timestamp> times_;
  bool is_changed_ = false;
};

}  // namespace tidemark
