// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sessions as a part of state: spans of time of a key that grow with what comes, become one where they touch, and close.

#include <tidemark/row/codec.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/deadlines.hpp>
#include <tidemark/state/entry_array.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/state_of.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// Kept: the open sessions of each key, no two of which touch (one may not begin where another ends), each with a value.
// `Values::zero()` is the value of a session in which nothing is yet, `Values::merge(value, later)` makes one of two.
//
// The latest session of a key lies in the key's entry, where most rows find theirs; the others hang on it as a list, the latest
// first. Each key has one notice in a queue, at or before the end of its first session. A session that has grown meanwhile gets
// a new one when the old comes up, so a row that makes a session longer leaves the queue alone.
template <class Key, class Value, class Values>
class sessions {
 public:
  using key_type = Key;
  using value_type = Value;

  // Puts something that lasts for `span` into the session of the key that it touches, or into a new one: calls add(value).
  // Where it makes one of several, they are merged. `hash` is memory_hash<Key>::of(key); make_key() gives the key as a Key.
  template <class Probe, class Add, class MakeKey>
  [[gnu::always_inline]] void extend(std::uint64_t hash, const Probe& key, time_window span, Add&& add, MakeKey&& make_key) {
    bool is_new = false;
    bool is_elsewhere = false;
    const number n = keys_.update(
        hash, key,
        [&](open_sessions& open) {
          session& latest = open.latest;
          if (latest.span.start <= span.start && span.start <= latest.span.end) [[likely]] {
            if (latest.span.end < span.end) latest.span.end = span.end;
            latest.changed = commits_;
            add(latest.value);
          } else {
            is_elsewhere = true;
          }
        },
        [&] {
          is_new = true;
          return entry{make_key(), {new_session(span), none, span.end.micros}};
        });
    if (is_new) due_.add(span.end.micros, n);
    if (is_elsewhere) add(place(*this, n, span).value);
  }

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
    std::int64_t rows = 0;
    keys_.for_each_changed(
        [&](const Key& /*key*/, const open_sessions& open) { for_each_of(open, [&](const session& /*one*/) { ++rows; }); });
    return rows;
  }
  // How many were closed since the last commit, or were there and became a part of one with another start.
  std::int64_t rows_removed() const { return removed_; }

  void clear() {
    keys_.clear();
    earlier_.clear();
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
  std::int64_t rows() const { return static_cast<std::int64_t>(keys_.size() + earlier_.size()); }
  std::int64_t bytes_of_memory() const {
    return static_cast<std::int64_t>(keys_.bytes_of_memory() + earlier_.bytes_of_memory() + due_.bytes_of_memory() +
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
  // Those of a key by their start: so, when they are read, each is the latest as yet.
  void write_all(auto&& into) const {
    std::vector<const session*> of_key;
    keys_.for_each([&](const Key& key, const open_sessions& open) {
      of_key.clear();
      for_each_of(open, [&](const session& one) { of_key.push_back(&one); });
      for (auto one = of_key.rbegin(); one != of_key.rend(); ++one) write(into, key, **one);
    });
  }
  void put(std::string_view key, std::string_view value) {
    auto [at, start] = decoded(key);
    const char* from = value.data();
    const char* const end = from + value.size();
    session read = new_session({start, codec<timestamp>::decode(from, end)});
    read.value = codec<Value>::decode(from, end);
    const std::uint64_t hash = memory_hash<Key>::of(at);
    if (const number n = keys_.find(hash, at); n == none) keys_.insert(hash, std::move(at), {std::move(read), none, no_notice});
    else put(keys_.change(n), std::move(read));
  }
  void erase(std::string_view key) {
    const auto [at, start] = decoded(key);
    const number n = keys_.find(memory_hash<Key>::of(at), at);
    if (n == none) return;
    open_sessions& open = keys_.change(n);
    if (open.latest.span.start != start) {
      if (number* const link = link_to(open, start); link != nullptr) take_off(*link);
    } else if (open.earlier != none) {
      open.latest = take_off(open.earlier);
    } else {
      keys_.erase_entry(n);
    }
  }

 private:
  using number = std::uint32_t;

  struct session {
    time_window span;
    Value value;
    std::uint32_t begun;  // the commit after which it got its start: before the next one, no image has it
    std::uint32_t changed;  // the commit after which it last changed
  };
  struct earlier_session {
    session content;
    number earlier;
  };
  struct open_sessions {
    session latest;
    number earlier;  // the one before it, and so on
    std::int64_t due;  // the notice in force
  };
  using table_type = keyed_state<Key, open_sessions>;
  using entry = typename table_type::entry;
  static constexpr number none = table_type::none;
  static constexpr std::int64_t no_notice = (std::numeric_limits<std::int64_t>::max)();

  session new_session(time_window span) const { return {span, Values::zero(), commits_, commits_}; }

  // The session that a span joins which does not begin within the latest one of its key. Not inlined, so that the row path
  // stays small.
  [[gnu::noinline]] static session& place(sessions& all, number n, time_window span) {
    open_sessions& open = all.keys_.change(n);
    if (open.latest.span.end < span.start) {
      all.hang(open, none, open.earlier, std::move(open.latest));
      open.latest = all.new_session(span);
      return open.latest;
    }
    if (open.latest.span.start <= span.end) return all.grown(all.keys_.key(n), open.latest, open.earlier, span);
    number later = none;
    number at = open.earlier;
    while (at != none && span.end < all.earlier_[at].content.span.start) at = all.earlier_[later = at].earlier;
    if (at != none && span.start <= all.earlier_[at].content.span.end)
      return all.grown(all.keys_.key(n), all.earlier_[at].content, all.earlier_[at].earlier, span);
    if (span.end.micros < open.due) all.due_.add(open.due = span.end.micros, n);
    return all.hang(open, later, at, all.new_session(span));
  }

  // The session, which the span touches, made larger by it and by those before it that it then touches.
  session& grown(const Key& key, session& one, number& earlier, time_window span) {
    one.changed = commits_;
    if (one.span.end < span.end) one.span.end = span.end;
    if (one.span.start <= span.start) return one;
    leave_start(key, one);
    one.span.start = span.start;
    one.begun = commits_;
    while (earlier != none && one.span.start <= earlier_[earlier].content.span.end) {
      session before = take_off(earlier);
      if (before.span.start <= one.span.start) {
        one.span.start = before.span.start;
        one.begun = before.begun;
      } else {
        leave_start(key, before);
      }
      Values::merge(before.value, one.value);
      one.value = std::move(before.value);
    }
    return one;
  }

  // There will be no session with this start any more.
  void leave_start(const Key& key, const session& one) {
    if (one.begun == commits_) return;
    erased_.emplace_back(key, one.span.start);
    ++removed_;
  }

  // A session into the list, between `later` (none: the latest of its key) and `at`.
  session& hang(open_sessions& open, number later, number at, session content) {
    const number added = earlier_.add({std::move(content), at});
    (later == none ? open.earlier : earlier_[later].earlier) = added;
    return earlier_[added].content;
  }
  // Takes a session out of the list in which `link` leads to it.
  session take_off(number& link) {
    const number n = link;
    session content = std::move(earlier_[n].content);
    link = earlier_[n].earlier;
    earlier_.remove(n);
    return content;
  }

  void close(number n, timestamp time, auto& closed) {
    const Key& key = keys_.key(n);
    open_sessions& open = keys_.change(n);
    number* link = &open.earlier;
    while (*link != none && time < earlier_[*link].content.span.end) link = &earlier_[*link].earlier;
    while (*link != none) close(key, take_off(*link), closed);
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
    for_each_of(open, [&](const session& one) { open.due = one.span.end.micros; });
    due_.add(open.due, n);
  }
  bool is_in_force(std::int64_t at, number n) const { return keys_.lives(n) && keys_.value(n).due == at; }

  // Calls f(session) for those of a key, the latest first.
  void for_each_of(const open_sessions& open, auto&& f) const {
    f(open.latest);
    for (number at = open.earlier; at != none; at = earlier_[at].earlier) f(earlier_[at].content);
  }

  // What leads to the earlier session with this start; null if there is none.
  number* link_to(open_sessions& open, timestamp start) {
    number* link = &open.earlier;
    while (*link != none && start < earlier_[*link].content.span.start) link = &earlier_[*link].earlier;
    return *link != none && earlier_[*link].content.span.start == start ? link : nullptr;
  }

  // Takes in a session of the image, in the place of the one with its start if there is one.
  void put(open_sessions& open, session read) {
    const timestamp start = read.span.start;
    if (open.latest.span.start == start) {
      open.latest = std::move(read);
    } else if (open.latest.span.start < start) {
      hang(open, none, open.earlier, std::move(open.latest));
      open.latest = std::move(read);
    } else if (number* const link = link_to(open, start); link != nullptr) {
      earlier_[*link].content = std::move(read);
    } else {
      number later = none;
      number at = open.earlier;
      while (at != none && start < earlier_[at].content.span.start) at = earlier_[later = at].earlier;
      hang(open, later, at, std::move(read));
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
  entry_array<earlier_session> earlier_;
  deadlines due_;
  std::vector<std::pair<Key, timestamp>> erased_;  // from the image, since the last commit
  std::int64_t removed_ = 0;
  std::uint32_t commits_ = 0;
};

}  // namespace tidemark
