// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of memory_store.hpp.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/memory_store.hpp>
#include <tidemark/state/state_file.hpp>
#include <tidemark/state/store.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

TIDEMARK_INLINE memory_store::memory_store(const store_place& place, const memory_state_options& options)
    : files_(place.files), folder_(place.folder), options_(options) {}

TIDEMARK_INLINE void memory_store::load(std::int64_t version, change_reader& into) {
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

TIDEMARK_INLINE void memory_store::commit(std::int64_t version, const change_set& changes,
                                          const std::function<void(change_set&)>& whole) {
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

TIDEMARK_INLINE void memory_store::purge(std::int64_t oldest) {
  auto needed = at_hand_.upper_bound(oldest);
  for (int snapshots = 0; snapshots < 2;) {
    if (needed == at_hand_.begin()) return;
    --needed;
    if (needed->second.snapshot_bytes != none) ++snapshots;
  }
    // From below, so that a crash between leaves no gap in what is above.
  while (at_hand_.begin() != needed) remove(at_hand_.begin()->first);
}

TIDEMARK_INLINE bool memory_store::has(const versions& all, const state_file& file) {
  const auto found = all.find(file.version);
  if (found == all.end()) return false;
  return (file.content == state_content::delta ? found->second.delta_bytes : found->second.snapshot_bytes) != none;
}

TIDEMARK_INLINE void memory_store::list() {
  at_hand_.clear();
  for (const auto& entry : files_.list(folder_))
    if (const auto file = state_file::of_name(entry.name))
      (file->content == state_content::delta ? at_hand_[file->version].delta_bytes : at_hand_[file->version].snapshot_bytes) =
          entry.size;
  is_listed_ = true;
}

TIDEMARK_INLINE std::optional<std::string> memory_store::read(const state_file& file, std::string& buffer) {
  if (!files_.read_into(path(file), buffer)) return "is gone";
  const char* const damage = state_file_head::damage(buffer, file, path(file));
  return damage == nullptr ? std::nullopt : std::optional<std::string>(damage);
}

TIDEMARK_INLINE std::int64_t memory_store::newest_whole_snapshot(std::int64_t version, std::string& buffer,
                                                                 std::string& damage) {
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

TIDEMARK_INLINE void memory_store::apply(const std::string& content, const state_file& file, change_reader& into) const {
  try {
    replay(std::string_view(content).substr(state_file_head::size), into);
  } catch (error& problem) {
    problem.in_file(path(file));
    throw;
  }
}

TIDEMARK_INLINE void memory_store::forget_replaced(std::int64_t version) {
  const auto first_removed = at_hand_.lower_bound(version);
  if (first_removed == at_hand_.end()) return;
  while (at_hand_.rbegin()->first > version) {
    remove(at_hand_.rbegin()->first);
    if (at_hand_.empty()) break;
  }
  if (at_hand_.contains(version)) files_.remove(path({version, state_content::snapshot}));
  at_hand_.erase(version);
}

TIDEMARK_INLINE void memory_store::remove(std::int64_t version) {
  files_.remove(path({version, state_content::snapshot}));
  files_.remove(path({version, state_content::delta}));
  at_hand_.erase(version);
}

TIDEMARK_INLINE bool memory_store::wants_snapshot(std::int64_t version) const {
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

TIDEMARK_INLINE std::string memory_store::loadable() const {
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

TIDEMARK_INLINE error memory_store::missing(std::int64_t version, std::int64_t delta, const std::string& damage) const {
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

TIDEMARK_INLINE error memory_store::damaged(const state_file& file, const std::string& wrong) const {
  return error("state_damaged", "\"" + path(file) + "\" " + wrong + "; versions at hand: " + loadable() +
                                    "; put the file back from a copy, or start with a new checkpoint folder")
      .in_file(path(file));
}

TIDEMARK_INLINE std::unique_ptr<store> memory_state::open(const store_place& place, const options& chosen) {
  return std::unique_ptr<store>(new memory_store(place, chosen));
}

}  // namespace tidemark
