// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every store must obey, tried on a model by chance. Free of any test framework.

#include <tidemark/row/error.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/store.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark::testing {

// The content of a state in the plainest form; takes what a store loads.
class model_image final : public change_reader {
 public:
  void put(std::string_view key, std::string_view value) override {
    rows.insert_or_assign(std::string(key), std::string(value));
  }
  void erase(std::string_view key) override { rows.erase(std::string(key)); }
  void erase_through(std::string_view prefix) override {
    std::erase_if(rows, [&](const auto& row) {
      return row.first.size() >= prefix.size() && std::string_view(row.first).substr(0, prefix.size()) <= prefix;
    });
  }

  std::map<std::string, std::string> rows;
};

namespace store_law {

using content = std::map<std::string, std::string>;

// One history of a store, beside the model of each version.
class history {
 public:
  history(const std::function<std::unique_ptr<store>()>& reopen, std::uint64_t seed) : reopen_(reopen), random_(seed) {
    models_[0];
    restart();
  }

  void restart() {
    store_.reset();  // before the next one: a store may hold a lock
    store_ = reopen_();
  }
  std::int64_t latest() const { return models_.rbegin()->first; }
  // One version back is promised from the latest commit on, not from where one has gone back to.
  bool can_go_back() const { return latest() > oldest_; }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  // Whether this version comes back as it was committed. Versions above it are then given up.
  bool loads(std::int64_t version) {
    model_image loaded;
    store_->load(version, loaded);
    if (version < latest()) oldest_ = version;
    models_.erase(models_.upper_bound(version), models_.end());
    return loaded.rows == models_.at(version);
  }
  // Whether a version that never was is refused with the right id.
  bool refuses(std::int64_t version) {
    try {
      model_image loaded;
      store_->load(version, loaded);
      return false;
    } catch (const error& problem) {
      return problem.id() == "state_version_missing";
    }
  }
  void commit(std::int64_t version, std::size_t records) {
    model_image next;
    next.rows = models_.at(version - 1);
    change_set changes;
    for (; records > 0; --records) {
      const std::string key = random_key();
      switch (below(8)) {
        case 0:
        case 1:
          changes.erase(key);
          break;
        case 2:
          changes.erase_through(key.substr(0, 2 - below(5) / 4));
          break;
        default:
          changes.put(key, std::string(below(20) == 0 ? below(100'000) : below(5), static_cast<char>('a' + below(26))));
      }
    }
    replay(changes.bytes(), next);
    store_->commit(version, changes, [&](change_set& whole) {
      for (const auto& [row, value] : next.rows) whole.put(row, value);
    });
    models_.erase(models_.lower_bound(version), models_.end());
    models_[version] = std::move(next.rows);
  }
  void purge(std::int64_t oldest) {
    store_->purge(oldest);
    oldest_ = (std::max)(oldest_, oldest);
  }

 private:
  // Two bytes that stand for a time, then up to two letters; now and then only a part of that.
  std::string random_key() {
    std::string key{static_cast<char>(below(2)), static_cast<char>(0x7c + below(8))};
    for (auto letters = below(3); letters > 0; --letters) key += "ab\xff"[below(3)];
    return below(30) == 0 ? key.substr(0, 1) : key;
  }

  const std::function<std::unique_ptr<store>()>& reopen_;
  std::mt19937_64 random_;
  std::unique_ptr<store> store_;
  std::map<std::int64_t, content> models_;
  std::int64_t oldest_ = 0;
};

// A few steps by chance; the law that was broken, or nullptr.
inline const char* broken_step(history& run) {
  const std::int64_t latest = run.latest();
  switch (run.below(8)) {
    case 0:
      run.commit(latest + 1, 0);
      break;
    case 1:
      if (!run.can_go_back()) return nullptr;
      if (!run.loads(latest - 1)) return "one version back is what it was";
      run.commit(latest, run.below(12));
      return run.loads(latest) ? nullptr : "a version committed anew after going back is the new one";
    case 2:
      if (!run.can_go_back()) return nullptr;
      run.commit(latest, run.below(12));
      return run.loads(latest) ? nullptr : "a version committed again replaces the first";
    case 3:
      if (!run.can_go_back()) return nullptr;
      run.purge(latest - 1);
      run.restart();
      if (!run.loads(latest)) return "the latest version is there after a purge of older ones";
      return run.loads(latest - 1) ? nullptr : "the oldest version that a purge must leave is there";
    case 4:
      if (!run.refuses(latest + 2)) return "a version that was never committed is refused as state_version_missing";
      return run.loads(latest) ? nullptr : "a version is there after another was refused";
    default:
      run.commit(latest + 1, run.below(40));
  }
  if (run.below(2) == 0) run.restart();
  return run.loads(run.latest()) ? nullptr : "what was committed is loaded";
}

}  // namespace store_law

// The first law that a store breaks, with the step at which it did, or nullopt: it kept all. `reopen` gives the store at one
// place, empty at first; the store given before is gone when it is called. The same seed does the same.
inline std::optional<std::string> broken_store_law(const std::function<std::unique_ptr<store>()>& reopen, std::uint64_t seed,
                                                   int steps = 60) {
  int step = 0;
  try {
    store_law::history run(reopen, seed);
    const char* broken = run.loads(0) ? nullptr : "a new store is empty";
    while (broken == nullptr && step < steps) {
      ++step;
      broken = store_law::broken_step(run);
    }
    if (broken == nullptr) return std::nullopt;
    return "\"" + std::string(broken) + "\" does not hold at step " + std::to_string(step);
  } catch (const std::exception& problem) {
    return "step " + std::to_string(step) + " throws \"" + problem.what() + "\"";
  }
}

}  // namespace tidemark::testing
