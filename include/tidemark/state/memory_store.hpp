// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// State in memory, its image as files: one delta a version, and a snapshot now and then.
//
// The image is never held here: a version is rebuilt by reading the newest whole snapshot at or below it and the deltas since.
// A damaged snapshot costs time, not state, while the one before and its deltas are there; so one more is kept than needed.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/state_file.hpp>
#include <tidemark/state/store.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// How often the whole state is written.
struct memory_state_options {
  // With more deltas than this since the last snapshot a commit writes one; sooner when they have outgrown it and are large.
  int deltas_per_snapshot = 10;
};

class memory_store final : public store {
 public:
  memory_store(const store_place& place, const memory_state_options& options)
      : files_(place.files), folder_(place.folder), options_(options) {}

  void load(std::int64_t version, change_reader& into) override {
    list();
    if (version == 0) return;
    std::string buffer;
    std::string damage;
    const std::int64_t base = newest_whole_snapshot(version, buffer, damage);
    for (std::int64_t delta = base + 1; delta <= version; ++delta)
      if (!has(at_hand_, {delta, state_content::delta})) throw missing(version, delta, damage);
    if (base > 0) apply(buffer, {base, state_content::snapshot}, into);
    for (std::int64_t delta = base + 1; delta <= version; ++delta) {
      const state_file file{delta, state_content::delta};
      if (const auto wrong = read(file, buffer)) {
        at_hand_[delta].delta_bytes = none;
        throw damaged(file, *wrong);
      }
      apply(buffer, file, into);
    }
  }

  void commit(std::int64_t version, const change_set& changes, const std::function<void(change_set&)>& whole) override {
    if (!is_listed_) list();
    if (version > 1 && !at_hand_.contains(version - 1)) throw missing(version - 1, version - 1, {});
    forget_replaced(version);
    if (at_hand_.empty()) files_.make_folders(folder_);
    at_hand_[version].delta_bytes = publish_state_file(files_, folder_, {version, state_content::delta}, changes.bytes());
    if (wants_snapshot(version)) {
      change_set all;
      whole(all);
      at_hand_[version].snapshot_bytes = publish_state_file(files_, folder_, {version, state_content::snapshot}, all.bytes());
    }
    files_.sync_folder(folder_);
  }

  void purge(std::int64_t oldest) override {
    auto needed = at_hand_.upper_bound(oldest);
    for (int snapshots = 0; snapshots < 2;) {
      if (needed == at_hand_.begin()) return;
      --needed;
      if (needed->second.snapshot_bytes != none) ++snapshots;
    }
    // From below, so that a crash between leaves no gap in what is above.
    while (at_hand_.begin() != needed) remove(at_hand_.begin()->first);
  }

 private:
  static constexpr std::int64_t none = -1;
  static constexpr std::int64_t quickly_read_bytes = 1 << 20;  // deltas up to this size are no reason for a snapshot
  struct sizes {
    std::int64_t delta_bytes = none;
    std::int64_t snapshot_bytes = none;
  };
  using versions = std::map<std::int64_t, sizes>;

  static bool has(const versions& all, const state_file& file) {
    const auto found = all.find(file.version);
    if (found == all.end()) return false;
    return (file.content == state_content::delta ? found->second.delta_bytes : found->second.snapshot_bytes) != none;
  }
  std::string path(const state_file& file) const { return path_in(folder_, file.name()); }

  void list() {
    at_hand_.clear();
    for (const auto& entry : files_.list(folder_))
      if (const auto file = state_file::of_name(entry.name))
        (file->content == state_content::delta ? at_hand_[file->version].delta_bytes : at_hand_[file->version].snapshot_bytes) =
            entry.size;
    is_listed_ = true;
  }

  // Reads a file. What is wrong with it, or nullopt.
  std::optional<std::string> read(const state_file& file, std::string& buffer) {
    if (!files_.read_into(path(file), buffer)) return "is gone";
    const char* const damage = state_file_head::damage(buffer, file, path(file));
    return damage == nullptr ? std::nullopt : std::optional<std::string>(damage);
  }

  // The version of the newest snapshot at or below `version` that is whole, read into `buffer`; 0: there is none, begin from
  // nothing. A damaged one is as if it were not there; `damage` says what was found.
  std::int64_t newest_whole_snapshot(std::int64_t version, std::string& buffer, std::string& damage) {
    for (auto at = at_hand_.upper_bound(version); at != at_hand_.begin();) {
      --at;
      if (at->second.snapshot_bytes == none) continue;
      const state_file file{at->first, state_content::snapshot};
      const auto wrong = read(file, buffer);
      if (!wrong) return file.version;
      at->second.snapshot_bytes = none;
      damage += "\"" + path(file) + "\" " + *wrong + ", ";
    }
    return 0;
  }

  void apply(const std::string& content, const state_file& file, change_reader& into) const {
    try {
      replay(std::string_view(content).substr(state_file_head::size), into);
    } catch (error& problem) {
      problem.in_file(path(file));
      throw;
    }
  }

  // A commit that replaces an earlier one: a snapshot of the old version, and all that was built on it, goes. All that is for
  // good when the folder is synced at the end of the commit; until then the old version and the new one are both right.
  void forget_replaced(std::int64_t version) {
    const auto first_removed = at_hand_.lower_bound(version);
    if (first_removed == at_hand_.end()) return;
    while (at_hand_.rbegin()->first > version) {
      remove(at_hand_.rbegin()->first);
      if (at_hand_.empty()) break;
    }
    if (at_hand_.contains(version)) files_.remove(path({version, state_content::snapshot}));
    at_hand_.erase(version);
  }

  void remove(std::int64_t version) {
    files_.remove(path({version, state_content::snapshot}));
    files_.remove(path({version, state_content::delta}));
    at_hand_.erase(version);
  }

  bool wants_snapshot(std::int64_t version) const {
    std::int64_t deltas = 0;
    std::int64_t bytes = 0;
    for (auto at = at_hand_.find(version);; --at) {
      if (at->second.snapshot_bytes != none)
        return deltas > options_.deltas_per_snapshot || bytes > (std::max)(at->second.snapshot_bytes, quickly_read_bytes);
      ++deltas;
      bytes += at->second.delta_bytes;
      if (at == at_hand_.begin()) return deltas > options_.deltas_per_snapshot;
    }
  }

  // Which versions the files that are there can rebuild: "1 to 4, 9", or "none".
  std::string loadable() const {
    std::string said;
    std::int64_t first = 0;
    std::int64_t last = 0;
    const auto say = [&] {
      if (last == 0) return;
      said += (said.empty() ? "" : ", ") + std::to_string(first) + (first == last ? "" : " to " + std::to_string(last));
    };
    for (const auto& [version, here] : at_hand_) {
      const bool follows = version == 1 || (last != 0 && last == version - 1);
      if (here.snapshot_bytes == none && !(follows && here.delta_bytes != none)) continue;
      if (last == 0 || last != version - 1) say(), first = version;
      last = version;
    }
    say();
    return said.empty() ? "none" : said;
  }

  error missing(std::int64_t version, std::int64_t delta, const std::string& damage) const {
    const std::string file = path({delta, state_content::delta});
    if (!damage.empty())
      return error("state_damaged", damage + "and \"" + file + "\", needed to do without it, is not there; versions at hand: " +
                                        loadable() + "; put the files back from a copy, or start with a new checkpoint folder")
          .in_file(file);
    return error("state_version_missing", "version " + std::to_string(version) + " of the state needs \"" + file +
                                              "\", which is not there; versions at hand: " + loadable() +
                                              "; put the file back from a copy, or start with a new checkpoint folder")
        .in_file(file);
  }
  error damaged(const state_file& file, const std::string& wrong) const {
    return error("state_damaged", "\"" + path(file) + "\" " + wrong + "; versions at hand: " + loadable() +
                                      "; put the file back from a copy, or start with a new checkpoint folder")
        .in_file(path(file));
  }

  file_system& files_;
  std::string folder_;
  memory_state_options options_;
  versions at_hand_;  // by what is in the folder; a file known to be damaged is not at hand
  bool is_listed_ = false;
};

// State in memory, images in files: the policy that is used unless another is named.
struct memory_state {
  using options = memory_state_options;
  static constexpr const char* name = "memory";

  static std::unique_ptr<store> open(const store_place& place, const options& chosen) {
    return std::unique_ptr<store>(new memory_store(place, chosen));
  }
};

}  // namespace tidemark
