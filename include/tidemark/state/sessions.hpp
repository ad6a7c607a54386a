// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sessions as a part of state: spans of time of a key that grow with what comes, become one where they touch, and close.

#include <tidemark/row/codec.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/deadlines.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/state_of.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// Kept: the open sessions of each key, no two of which touch (one may not begin where another ends), each with a value.
// `Values::zero()` is the value of a session in which nothing is yet, `Values::merge(value, later)` makes one of two.
//
// The latest session of a key lies in the key's entry, where most rows find theirs, the others in a list beside it. Each key
// has one notice in a queue, at or before the end of its first session. A session that has grown meanwhile gets a new one when
// the old comes up, so a row that makes a session longer leaves the queue alone.
template <class Key, class Value, class Values>
class sessions {
  struct session;
  struct open_sessions;
  using list = std::vector<session>;
  using table_type = keyed_state<Key, open_sessions>;
  using entry = typename table_type::entry;

 public:
  using number = std::uint32_t;
  static constexpr number none = table_type::none;

  // The sessions of one key, to put something into.
  class of_key {
   public:
    of_key(sessions& all, number n, session& latest) : all_(&all), latest_(&latest), n_(n) {}

    // What is put in lasts for `span`: calls add(value) with the session that it touches, or with a new one. Where it makes one
    // of several, they are merged.
    template <class Add>
    [[gnu::always_inline]] void extend(time_window span, Add&& add) const {
      session& latest = *latest_;
      if (latest.span.start <= span.start && span.start <= latest.span.end) [[likely]] {
        if (latest.span.end < span.end) latest.span.end = span.end;
        latest.changed = all_->commits_;
        add(latest.value);
      } else {
        add(place(*all_, n_, span).value);
      }
    }

   private:
    sessions* all_;
    session* latest_;
    number n_;
  };
  using key_type = Key;
  using value_type = of_key;

  // As in keyed_state, whose rows a block of updates may hold back (update_block.hpp): `change` gets an of_key, and has to
  // extend it.
  template <class Probe, class Change, class MakeKey>
  [[gnu::always_inline]] void update(std::uint64_t hash, const Probe& key, Change&& change, MakeKey&& make_key) {
    session* latest = nullptr;
    const number n = keys_.update(
        hash, key, [&](open_sessions& open) { latest = &open.latest; },
        [&] {
          return entry{make_key(), {new_session(no_span), {}, no_notice}};
        });
    of_key at(*this, n, *latest);
    change(at);
  }
  of_key change(number n) { return {*this, n, keys_.change(n).latest}; }
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const { keys_.prefetch(hash); }
  [[gnu::always_inline]] number candidate(std::uint64_t hash) const { return keys_.candidate(hash); }
  [[gnu::always_inline]] void prefetch_entry(number n) const { keys_.prefetch_entry(n); }
  template <class Probe>
  [[gnu::always_inline]] bool is(number n, const Probe& key) const {
    return keys_.is(n, key);
  }
  [[gnu::always_inline]] bool is_large() const { return keys_.is_large(); }

  // Calls closed(key, span, value) for each session that ends at or before this time, and forgets it. The cost is that of the
  // sessions which end, and of those that have grown since they were last looked at.
  template <class F>
  void close_through(timestamp time, F&& closed) {
    due_.take_through(time.micros, [&](std::int64_t at, number n) {
      if (is_in_force(at, n)) close(n, time, closed);
    });
  }

  // Calls f(key, span, value) for all.
  template <class F>
  void for_each(F&& f) const {
    keys_.for_each([&](const Key& key, const open_sessions& open) {
      for_each_of(open, [&](const session& one) { f(key, one.span, one.value); });
    });
  }

  // How many sessions the keys have that something was put into since the last commit. Ask before any are closed.
  std::int64_t rows_of_changed_keys() const {
    std::size_t rows = 0;
    keys_.for_each_changed([&](const Key& /*key*/, const open_sessions& open) { rows += 1 + open.earlier.size(); });
    return static_cast<std::int64_t>(rows);
  }
  // How many were closed since the last commit, or were there and became a part of one with another start.
  std::int64_t rows_removed() const { return removed_; }

  void clear() {
    keys_.clear();
    earlier_ = 0;
    due_.clear();
    erased_.clear();
    removed_ = 0;
  }
  void loaded() {
    due_.clear();
    keys_.for_each_number([this](number n) { await_first(n); });
  }
  void commit() {
    keys_.commit();
    erased_.clear();
    removed_ = 0;
    ++commits_;
    due_.forget_stale(keys_.size(), [this](std::int64_t at, number n) { return is_in_force(at, n); });
  }
  std::int64_t rows() const { return static_cast<std::int64_t>(keys_.size() + earlier_); }
  std::int64_t bytes_of_memory() const {
    return static_cast<std::int64_t>(keys_.bytes_of_memory() + earlier_ * sizeof(session) + due_.bytes_of_memory() +
                                     erased_.capacity() * sizeof(erased_[0]));
  }

  void write_changes(auto&& into) const {
    for (const auto& [key, start] : erased_)
      into.erase([&, &at = key, &from = start](std::string& out) { encode(out, at, from); });
    keys_.for_each_changed([&](const Key& key, const open_sessions& open) {
      for_each_of(open, [&](const session& one) {
        if (one.changed == commits_) write(into, key, one);
      });
    });
  }
  void write_all(auto&& into) const {
    keys_.for_each([&](const Key& key, const open_sessions& open) {
      for_each_of(open, [&](const session& one) { write(into, key, one); });
    });
  }
  void put(std::string_view key, std::string_view value) {
    auto [at, start] = decoded(key);
    const char* from = value.data();
    const char* const end = from + value.size();
    session read = new_session({start, codec<timestamp>::decode(from, end)});
    read.value = codec<Value>::decode(from, end);
    const std::uint64_t hash = memory_hash<Key>::of(at);
    if (const number n = keys_.find(hash, at); n == none) keys_.insert(hash, std::move(at), {std::move(read), {}, no_notice});
    else put(keys_.change(n), std::move(read));
  }
  void erase(std::string_view key) {
    const auto [at, start] = decoded(key);
    const number n = keys_.find(memory_hash<Key>::of(at), at);
    if (n == none) return;
    open_sessions& open = keys_.change(n);
    if (open.latest.span.start != start) {
      const auto one = from_start(open, start);
      if (one == open.earlier.end() || one->span.start != start) return;
      open.earlier.erase(one);
      --earlier_;
    } else if (!open.earlier.empty()) {
      open.latest = std::move(open.earlier.back());
      open.earlier.pop_back();
      --earlier_;
    } else {
      keys_.erase_entry(n);
    }
  }

 private:
  struct session {
    time_window span;
    Value value;
    std::uint32_t begun;  // the commit after which it got its start: before the next one, no image has it
    std::uint32_t changed;  // the commit after which it last changed
  };
  struct open_sessions {
    session latest;
    list earlier;  // by start
    std::int64_t due;  // the notice in force
  };
  // Of a key that has just come; touches nothing.
  static constexpr time_window no_span{timestamp((std::numeric_limits<std::int64_t>::max)()),
                                       timestamp((std::numeric_limits<std::int64_t>::min)())};
  static constexpr std::int64_t no_notice = (std::numeric_limits<std::int64_t>::max)();

  session new_session(time_window span) const { return {span, Values::zero(), commits_, commits_}; }

  // The session that a span joins which does not begin within the latest one of its key. Not inlined, so that the row path
  // stays small.
  [[gnu::noinline]] static session& place(sessions& all, number n, time_window span) {
    open_sessions& open = all.keys_.change(n);
    if (open.latest.span == no_span) {
      open.latest = all.new_session(span);
      all.await_first(n);
      return open.latest;
    }
    if (open.latest.span.end < span.start) {
      all.follow(open, all.new_session(span));
      return open.latest;
    }
    const Key& key = all.keys_.key(n);
    if (open.latest.span.start <= span.end) return all.grown(key, open.latest, span, open.earlier, open.earlier.end());
    const auto later = std::partition_point(open.earlier.begin(), open.earlier.end(),
                                            [&](const session& one) { return one.span.start <= span.end; });
    if (later != open.earlier.begin() && span.start <= std::prev(later)->span.end)
      return all.grown(key, *std::prev(later), span, open.earlier, std::prev(later));
    if (span.end.micros < open.due) all.due_.add(open.due = span.end.micros, n);
    ++all.earlier_;
    return *open.earlier.insert(later, all.new_session(span));
  }

  // The session, which the span touches, made larger by it and by those before it that it then touches; these end where `last`
  // is.
  session& grown(const Key& key, session& one, time_window span, list& earlier, typename list::iterator last) {
    one.changed = commits_;
    if (one.span.end < span.end) one.span.end = span.end;
    if (one.span.start <= span.start) return one;
    leave_start(key, one);
    one.span.start = span.start;
    one.begun = commits_;
    auto first = last;
    while (first != earlier.begin() && one.span.start <= std::prev(first)->span.end) {
      session& before = *--first;
      if (before.span.start <= one.span.start) {
        one.span.start = before.span.start;
        one.begun = before.begun;
      } else {
        leave_start(key, before);
      }
      Values::merge(before.value, one.value);
      one.value = std::move(before.value);
    }
    earlier_ -= static_cast<std::size_t>(last - first);
    const bool is_latest = last == earlier.end();
    const auto moved = earlier.erase(first, last);
    return is_latest ? one : *moved;
  }

  // A session behind the latest.
  void follow(open_sessions& open, session later) {
    open.earlier.push_back(std::exchange(open.latest, std::move(later)));
    ++earlier_;
  }

  // There will be no session with this start any more.
  void leave_start(const Key& key, const session& one) {
    if (one.begun == commits_) return;
    erased_.emplace_back(key, one.span.start);
    ++removed_;
  }

  void close(number n, timestamp time, auto& closed) {
    const Key& key = keys_.key(n);
    open_sessions& open = keys_.change(n);
    const auto open_from =
        std::find_if(open.earlier.begin(), open.earlier.end(), [&](const session& one) { return time < one.span.end; });
    std::for_each(open.earlier.begin(), open_from, [&](const session& one) { close(key, one, closed); });
    earlier_ -= static_cast<std::size_t>(open_from - open.earlier.begin());
    open.earlier.erase(open.earlier.begin(), open_from);
    if (time < open.latest.span.end) return await_first(n);
    close(key, open.latest, closed);
    keys_.erase_entry(n);
  }
  void close(const Key& key, const session& one, auto& closed) {
    closed(key, one.span, one.value);
    if (one.begun != commits_) erased_.emplace_back(key, one.span.start);
    ++removed_;
  }

  // A notice for the end of the key's first session.
  void await_first(number n) {
    open_sessions& open = keys_.change(n);
    open.due = (open.earlier.empty() ? open.latest : open.earlier.front()).span.end.micros;
    due_.add(open.due, n);
  }
  bool is_in_force(std::int64_t at, number n) const { return keys_.lives(n) && keys_.value(n).due == at; }

  // Calls f(session) for those of a key, by start.
  static void for_each_of(const open_sessions& open, auto&& f) {
    for (const session& one : open.earlier) f(one);
    f(open.latest);
  }

  // The first of the earlier sessions that does not begin before this time.
  static auto from_start(open_sessions& open, timestamp start) {
    return std::partition_point(open.earlier.begin(), open.earlier.end(),
                                [&](const session& one) { return one.span.start < start; });
  }

  // Takes in a session of the image, in the place of the one with its start if there is one.
  void put(open_sessions& open, session read) {
    const timestamp start = read.span.start;
    if (open.latest.span.start < start) return follow(open, std::move(read));
    if (open.latest.span.start == start) {
      open.latest = std::move(read);
    } else if (const auto at = from_start(open, start); at != open.earlier.end() && at->span.start == start) {
      *at = std::move(read);
    } else {
      open.earlier.insert(at, std::move(read));
      ++earlier_;
    }
  }

  // On disk: the key, then the start; the end, then the value. Do not change.
  static void encode(std::string& out, const Key& key, timestamp start) {
    key_codec<Key>::encode(out, key);
    key_codec<timestamp>::encode(out, start);
  }
  static std::pair<Key, timestamp> decoded(std::string_view bytes) {
    const char* from = bytes.data();
    const char* const end = from + bytes.size();
    Key key = key_codec<Key>::decode(from, end);
    const timestamp start = key_codec<timestamp>::decode(from, end);
    return {std::move(key), start};
  }
  static void write(auto& into, const Key& key, const session& one) {
    into.put([&](std::string& out) { encode(out, key, one.span.start); },
             [&](std::string& out) {
               codec<timestamp>::encode(out, one.span.end);
               codec<Value>::encode(out, one.value);
             });
  }

  table_type keys_;
  std::size_t earlier_ = 0;  // in all lists
  deadlines due_;
  std::vector<std::pair<Key, timestamp>> erased_;  // from the image, since the last commit
  std::int64_t removed_ = 0;
  std::uint32_t commits_ = 0;
};

}  // namespace tidemark
