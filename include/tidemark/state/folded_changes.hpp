// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Change sets of several versions as one: which rows of before them are still as they were, and which rows they leave.

#include <tidemark/state/change_set.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// Prefixes through which rows were erased, each at a time; of those of one length, the ones that no later one goes beyond.
class erased_prefixes {
 public:
  // Requires: later than all before.
  void add(std::string_view prefix, std::uint64_t time) {
    const auto same = [&](const of_length& one) { return one.length == prefix.size(); };
    auto found = std::find_if(lengths_.begin(), lengths_.end(), same);
    if (found == lengths_.end()) found = lengths_.insert(lengths_.end(), {prefix.size(), {}});
    auto& erasures = found->erasures;
    while (!erasures.empty() && erasures.back().prefix <= prefix) erasures.pop_back();
    erasures.push_back({time, prefix});
  }

  // Was a row with this key that was put at `time` erased after that?
  bool reach(std::string_view key, std::uint64_t time) const {
    for (const of_length& one : lengths_) {
      if (key.size() < one.length) continue;
      // Prefixes fall with time: the first one that is later reaches farthest.
      const auto later = std::upper_bound(one.erasures.begin(), one.erasures.end(), time,
                                          [](std::uint64_t at, const erasure& entry) { return at < entry.time; });
      if (later != one.erasures.end() && key.substr(0, one.length) <= later->prefix) return true;
    }
    return false;
  }

 private:
  struct erasure {
    std::uint64_t time;
    std::string_view prefix;
  };
  struct of_length {
    std::size_t length;
    std::vector<erasure> erasures;  // by time
  };

  std::vector<of_length> lengths_;  // few: a table's prefixes are all of one length
};

// Holds the records that it is given, and about 40 bytes for each key in them.
class folded_changes {
 public:
  // The records of a change set, or a part of them; later than all before.
  void add(std::string records) {
    const std::string& kept = records_.emplace_back(std::move(records));
    const char* from = kept.data();
    const char* const end = from + kept.size();
    while (from != end) {
      const change_record record = take_record(from, end);
      ++time_;
      if (record.kind == change_set::erase_through_record) prefixes_.add(record.key, time_);
      else note(record);
    }
  }

  // Is a row with this key, from before all of this, erased or put anew?
  bool replace(std::string_view key) const {
    return prefixes_.reach(key, 0) || changes_.find(memory_hash<std::string_view>::of(key), key) != table::none;
  }

  // The keys that were put or erased; they are numbered from 0.
  std::size_t size() const { return changes_.size(); }
  // Adds to `into` the row that is left under the number-th key, if there is one.
  void write(std::size_t number, change_set& into) const {
    const auto n = static_cast<table::number>(number);
    const last_change& last = changes_.value(n);
    if (last.is_put && !prefixes_.reach(changes_.key(n), last.time)) into.put(changes_.key(n), last.value);
  }

 private:
  struct last_change {
    std::uint64_t time = 0;
    std::string_view value = {};
    bool is_put = false;
  };
  using table = keyed_state<std::string_view, last_change>;

  void note(const change_record& record) {
    changes_.update(
        memory_hash<std::string_view>::of(record.key), record.key,
        [&](last_change& last) {
          last = {time_, record.value, record.kind == change_set::put_record};
        },
        [&] { return record.key; });
  }

  std::deque<std::string> records_;  // a deque: views of short texts stay good
  table changes_;                    // nothing is ever erased, so its numbers have no gaps
  erased_prefixes prefixes_;
  std::uint64_t time_ = 0;
};

}  // namespace tidemark
