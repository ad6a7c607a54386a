// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The members of a stateful processor that are kept between batches: value_state, list_state and map_state; and the timers that
// its functions get.

#include <tidemark/plan/time_mode.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/rules/transform_with_state.hpp>
#include <tidemark/state/lifespan.hpp>
#include <tidemark/state/variable_slots.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// The batch in which a processor is called, and what its calls did.
struct processor_calls {
  std::int64_t time_ms = 0;
  std::int64_t watermark_ms = 0;  // 0: none yet

  std::int64_t rows_updated = 0;
  std::int64_t rows_removed = 0;
  std::int64_t timers_registered = 0;
  std::int64_t timers_deleted = 0;
  std::int64_t timers_fired = 0;
};

// What variables have in common: during a call they stand for the key that the call is for. At any other time they refuse to
// be used, with error transform_with_state_handle_phase.
template <class Slot, lifespan Lives>
class state_variable {
 public:
  using slot_type = Slot;
  static constexpr lifespan lives = Lives;

  // For the step, before and after a call.
  void bind(Slot& slot, processor_calls& calls) {
    slot_ = &slot;
    calls_ = &calls;
  }
  void release() { slot_ = nullptr; }

 protected:
  Slot& slot() const {
    if (slot_ == nullptr) [[unlikely]]
      throw error("transform_with_state_handle_phase",
                  "a state variable is used outside the calls of a processor, or is not listed among its members; list it by "
                  "BOOST_HANA_ADAPT_STRUCT, and use it where a key is handled");
    return *slot_;
  }
  std::int64_t now_ms() const { return calls_->time_ms; }
  std::int64_t expiry_ms() const {
    if constexpr (Lives.ends()) return saturating_add(calls_->time_ms, Lives.millis);
    else return no_deadline;
  }
  void note_updated() const { ++calls_->rows_updated; }
  void note_removed(std::size_t rows) const { calls_->rows_removed += static_cast<std::int64_t>(rows); }

 private:
  Slot* slot_ = nullptr;
  processor_calls* calls_ = nullptr;
};

// One value a key. With a time to live, as in value_state<visit, 24h>, it is gone when that has passed since it was updated,
// by the time of batches. References are good until the variable is changed.
template <class T, lifespan Lives = forever>
class value_state : public state_variable<value_slot<T, Lives.ends()>, Lives> {
 public:
  using schema_type = T;
  static constexpr const char* kind = "value";

  bool exists() const { return find() != nullptr; }
  // Requires: exists().
  const T& get() const {
    const T* found = find();
    if (found == nullptr)
      throw error("state_variable_values", "get of a value that is not there; ask exists() before, or use get_or");
    return *found;
  }
  T get_or(T otherwise) const {
    const T* found = find();
    return found != nullptr ? *found : std::move(otherwise);
  }

  void update(T value) {
    this->slot().update(std::move(value), this->expiry_ms());
    this->note_updated();
  }
  void clear() { this->note_removed(this->slot().clear()); }

 private:
  const T* find() const {
    const auto& slot = this->slot();
    return slot.get(this->now_ms());
  }
};

// A list a key. Each element has a time to live of its own. A list is written down whole when it has changed.
template <class T, lifespan Lives = forever>
class list_state : public state_variable<list_slot<T, Lives.ends()>, Lives> {
 public:
  using schema_type = std::vector<T>;
  static constexpr const char* kind = "list";

  bool exists() const { return !get().empty(); }
  // Good until the list is changed.
  std::span<const T> get() const {
    const auto& slot = this->slot();
    return slot.get(this->now_ms());
  }

  void append(T value) {
    this->slot().append(std::move(value), this->expiry_ms());
    this->note_updated();
  }
  // In place of what was there, which does not count as removed.
  void put(auto&& values) {
    this->slot().clear();
    for (auto&& value : values) append(T(value));
  }
  void clear() { this->note_removed(this->slot().clear()); }
};

// A map a key. Each entry has a time to live of its own, and is written down on its own. Keys may be looked up by what shows
// the same, such as a std::string_view.
template <class K, class V, lifespan Lives = forever>
class map_state : public state_variable<map_slot<K, V, Lives.ends()>, Lives> {
 public:
  using schema_type = std::vector<row<field<"key", K>, field<"value", V>>>;
  static constexpr const char* kind = "map";

  // Some entry is there.
  bool exists() const {
    bool exists = false;
    for_each([&](const K& /*key*/, const V& /*value*/) { exists = true; });
    return exists;
  }
  bool contains(const auto& key) const { return find(key) != nullptr; }
  // Requires: contains(key).
  const V& get(const auto& key) const {
    const V* found = find(key);
    if (found == nullptr)
      throw error("state_variable_values", "get of a key that is not in the map; ask contains(key) before, or use get_or");
    return *found;
  }
  V get_or(const auto& key, V otherwise) const {
    const V* found = find(key);
    return found != nullptr ? *found : std::move(otherwise);
  }
  // Calls f(key, value) for all entries, in no particular order. `f` does not change the map.
  template <class F>
  void for_each(F&& f) const {
    const auto& slot = this->slot();
    slot.for_each(this->now_ms(), f);
  }

  void update(const auto& key, V value) {
    this->slot().update(key, std::move(value), this->expiry_ms());
    this->note_updated();
  }
  // Counts as removed also if it was not there.
  void remove(const auto& key) {
    this->slot().remove(key);
    this->note_removed(1);
  }
  void clear() { this->note_removed(this->slot().clear()); }

 private:
  const V* find(const auto& key) const {
    const auto& slot = this->slot();
    return slot.get(key, this->now_ms());
  }
};

template <class T>
concept StateVariable = requires {
  typename T::slot_type;
  typename T::schema_type;
  T::kind;
};

// The timers of the key that is handled. A timer fires in the first batch whose time, or watermark, is at or past it, once:
// data of that batch are handled before. `Mode` is that of the step; what it has not does not compile and says so.
template <TimeMode Mode, bool HasHandler>
class timers {
  static constexpr bool has_time = !std::is_same_v<Mode, time_mode::none>;

 public:
  explicit timers(processor_calls& calls) : calls_(&calls) {}
  timers(const timers&) = delete;
  timers& operator=(const timers&) = delete;

  // Nothing happens if it is registered already. One that is past fires in this batch if it is registered while rows are
  // handled, in the next one while timers are.
  void register_timer(timestamp time) {
    if constexpr (!has_time) transform_with_state_timer_time_mode::enforce<timers>();
    else if constexpr (!HasHandler) transform_with_state_timer_handler::enforce<timers>();
    if (slot_->add(time)) ++calls_->timers_registered;
  }
  // Nothing happens if there is none. The one that fires, and others that are due while timers are handled, fire all the same.
  void delete_timer(timestamp time) {
    if constexpr (!has_time) transform_with_state_timer_time_mode::enforce<timers>();
    if (slot_->remove(time)) ++calls_->timers_deleted;
  }
  // The earliest first, with the one that fires. Good until the next change.
  std::span<const timestamp> list_timers() const {
    if constexpr (!has_time) transform_with_state_timer_time_mode::enforce<timers>();
    return slot_->times();
  }

  // The time of the batch: the same in all its calls, and when it is run again.
  timestamp current_processing_time() const { return timestamp::from_millis(calls_->time_ms); }
  // The epoch if there is none.
  timestamp current_watermark() const { return timestamp::from_millis(calls_->watermark_ms); }

  // For the step: before a call; and when a timer has fired.
  void bind(timer_slot& slot) { slot_ = &slot; }
  void forget(timestamp fired) { slot_->remove(fired); }

 private:
  timer_slot* slot_ = nullptr;
  processor_calls* calls_;
};

}  // namespace tidemark
