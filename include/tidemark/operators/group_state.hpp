// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The state of one group, as the user's function holds it during a call.

#include <tidemark/plan/timeout.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/rules/group_state.hpp>
#include <tidemark/state/expiring_table.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace tidemark {

// A call of the function: what it is told, and what it did.
template <class State>
struct group_call {
  const State* current = nullptr;  // null: there is none, or none any more
  bool has_timed_out = false;
  std::int64_t time_ms = 0;       // of the batch
  std::int64_t watermark_ms = 0;  // 0: none yet

  std::optional<State> updated{};
  bool is_removed = false;
  std::int64_t deadline_ms = no_deadline;
};

// Good during the call only. `Timeout` is that of the step; what belongs to another does not compile and says so. What is
// refused at run time is error group_state_values.
template <class State, GroupTimeout Timeout, bool HasWatermark>
class group_state {
 public:
  explicit group_state(group_call<State>& call) : call_(&call) {}
  group_state(const group_state&) = delete;
  group_state& operator=(const group_state&) = delete;

  bool exists() const { return call_->current != nullptr; }
  // Requires: exists().
  const State& get() const {
    if (!exists()) throw error("group_state_values", "get of a group that has no state; ask exists() before, or use get_or");
    return *call_->current;
  }
  State get_or(State otherwise) const { return exists() ? *call_->current : std::move(otherwise); }

  void update(State state) {
    call_->current = &call_->updated.emplace(std::move(state));
    call_->is_removed = false;
  }
  // A timeout that is set in this call stays: the group is called then, without a state.
  void remove() {
    call_->current = nullptr;
    call_->updated.reset();
    call_->is_removed = true;
  }

  // The group is called without rows, because its timeout has passed. A group with rows is called with these, and its timeout
  // is gone.
  bool has_timed_out() const { return call_->has_timed_out; }

  // The group is to be called without rows in the first batch whose time is later than that of this one by more than
  // `duration`. A timeout counts until the next call: whatever that does, it begins without one.
  void set_timeout_duration(std::chrono::microseconds duration) {
    if constexpr (!std::is_same_v<Timeout, group_timeout::processing_time>)
      group_state_timeout_duration::enforce<group_state>();
    if (duration.count() <= 0)
      throw error("group_state_values", "the duration of a timeout is not above zero; give a longer one");
    call_->deadline_ms = saturating_add(call_->time_ms, floor_divide(duration.count(), 1000));
  }

  // The group is to be called without rows in the first batch whose watermark is later than `time`. Requires: the time is after
  // the epoch, and not before the watermark.
  void set_timeout_timestamp(timestamp time) {
    if constexpr (!std::is_same_v<Timeout, group_timeout::event_time>) group_state_timeout_timestamp::enforce<group_state>();
    const std::int64_t millis = time.millis();
    if (millis <= 0) throw error("group_state_values", "the time of a timeout is not after 1970; give a later one");
    if (millis < call_->watermark_ms)
      throw error("group_state_values", "the time of a timeout is before the watermark, so it has passed; give a later one");
    call_->deadline_ms = millis;
  }

  // The time of the batch: the same in all its calls, and when it is run again.
  timestamp current_processing_time() const { return timestamp::from_millis(call_->time_ms); }
  timestamp current_watermark() const {
    if constexpr (!HasWatermark) group_state_watermark_read::enforce<group_state>();
    return timestamp::from_millis(call_->watermark_ms);
  }

 private:
  group_call<State>* call_;
};

}  // namespace tidemark
