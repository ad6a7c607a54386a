// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of memory_store.hpp.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/memory_store.hpp>
#include <tidemark/state/snapshot_merge.hpp>
#include <tidemark/state/state_file.hpp>
#include <tidemark/state/store.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE delta_backlog::delta_backlog(const memory_state_options& options, std::int64_t snapshot_bytes)
    : options_(options), snapshot_bytes_(snapshot_bytes) {}

TIDEMARK_INLINE void delta_backlog::add(std::int64_t delta_bytes) {
  ++deltas_;
  bytes_ += delta_bytes;
  const bool is_large = bytes_ > quickly_read_bytes;
  const bool is_enough = (deltas_ > options_.min_deltas_for_snapshot || is_large) && cost() > snapshot_bytes_;
  if (is_enough && cost_when_due_ == 0) cost_when_due_ = cost();
}

TIDEMARK_INLINE memory_store::memory_store(const store_place& place, const memory_state_options& options)
    : files_(place.files), folder_(place.folder), options_(options) {}

TIDEMARK_INLINE memory_store::~memory_store() = default;

TIDEMARK_INLINE void memory_store::load(std::int64_t version, change_reader& into) {
  list();
  if (version == 0) return;
  std::string buffer;
  std::string damage;
  const std::int64_t base = newest_whole_snapshot(version, buffer, damage);
  for (std::int64_t delta = base + 1; delta <= version; ++delta)
    if (!is_at_hand(deltas_, delta)) throw missing(version, delta, damage);
  if (base > 0) apply(buffer, {base, state_content::snapshot}, into);
  for (std::int64_t delta = base + 1; delta <= version; ++delta) {
    const state_file file{delta, state_content::delta};
    if (const char* const wrong = read(file, buffer)) {
      note_damaged(file);
      throw damaged(file, wrong);
    }
    apply(buffer, file, into);
  }
}

TIDEMARK_INLINE void memory_store::commit(std::int64_t version, const change_set& changes,
                                          const std::function<void(change_set&)>& whole) {
  if (!is_listed_) list();
  if (version > 1 && !is_at_hand(deltas_, version - 1) && !is_at_hand(snapshots_, version - 1))
    throw missing(version - 1, version - 1, {});
  forget_replaced(version);
  if (deltas_.empty() && snapshots_.empty()) files_.make_folders(folder_);
  const std::int64_t bytes = publish_state_file(files_, folder_, {version, state_content::delta}, changes.bytes());
  deltas_[version] = bytes;
  backlog_.add(bytes);
  go_on_with_snapshot(version, pace * (options_.file_cost_bytes + bytes), whole);
  files_.sync_folder(folder_);
}

TIDEMARK_INLINE void memory_store::purge(std::int64_t oldest) {
  auto needed = snapshots_.upper_bound(oldest);
  for (int kept = 0; kept < 2;) {
    if (needed == snapshots_.begin()) return;
    --needed;
    if (needed->second != damaged_size) ++kept;
  }
  // From below, so that a crash between leaves no gap in what is above; and a part at a time, as a batch makes only a part.
  std::int64_t bytes = removed_bytes + pace * (deltas_.empty() ? 0 : deltas_.rbegin()->second);
  for (int files = 0; files < most_removed && bytes > 0; ++files) {
    const bool is_delta =
        !deltas_.empty() && (deltas_.begin()->first < snapshots_.begin()->first || snapshots_.begin() == needed);
    auto& from = is_delta ? deltas_ : snapshots_;
    if (from.begin()->first >= needed->first) return;
    remove_lowest(from, is_delta ? state_content::delta : state_content::snapshot, bytes);
  }
}

TIDEMARK_INLINE void memory_store::remove_lowest(files_by_version& from, state_content content, std::int64_t& bytes) {
  auto& [version, size] = *from.begin();
  if (size > bytes && files_.shrink(path({version, content}), size - bytes)) {
    size -= std::exchange(bytes, 0);
    return;
  }
  files_.remove(path({version, content}));
  bytes -= size;
  from.erase(from.begin());
}

TIDEMARK_INLINE bool memory_store::is_at_hand(const files_by_version& all, std::int64_t version) {
  const auto found = all.find(version);
  return found != all.end() && found->second != damaged_size;
}

TIDEMARK_INLINE std::string memory_store::path(const state_file& file) const { return path_in(folder_, file.name()); }

TIDEMARK_INLINE void memory_store::note_damaged(const state_file& file) {
  (file.content == state_content::delta ? deltas_ : snapshots_)[file.version] = damaged_size;
}

TIDEMARK_INLINE void memory_store::list() {
  merge_.reset();
  deltas_.clear();
  snapshots_.clear();
  for (const auto& entry : files_.list(folder_))
    if (const auto file = state_file::of_name(entry.name))
      (file->content == state_content::delta ? deltas_ : snapshots_)[file->version] = entry.size;
  is_listed_ = true;
  count_backlog();
}

TIDEMARK_INLINE std::int64_t memory_store::newest_snapshot(std::int64_t version) const {
  for (auto at = snapshots_.upper_bound(version); at != snapshots_.begin();)
    if ((--at)->second != damaged_size) return at->first;
  return 0;
}

TIDEMARK_INLINE void memory_store::count_backlog() {
  const std::int64_t base = newest_snapshot();
  backlog_ = delta_backlog(options_, base > 0 ? snapshots_.at(base) : 0);
  for (auto at = deltas_.upper_bound(base); at != deltas_.end(); ++at)
    if (at->second != damaged_size) backlog_.add(at->second);
}

TIDEMARK_INLINE const char* memory_store::read(const state_file& file, std::string& records) {
  state_file_reader reader(files_, folder_, file);
  records.clear();
  while (reader.next(records)) {
  }
  return reader.damage();
}

TIDEMARK_INLINE std::int64_t memory_store::newest_whole_snapshot(std::int64_t version, std::string& records,
                                                                 std::string& damage) {
  while (const std::int64_t newest = newest_snapshot(version)) {
    const state_file file{newest, state_content::snapshot};
    const char* const wrong = read(file, records);
    if (wrong == nullptr) return newest;
    note_damaged(file);
    count_backlog();
    damage += "\"" + path(file) + "\" " + wrong + ", ";
  }
  return 0;
}

TIDEMARK_INLINE void memory_store::apply(const std::string& records, const state_file& file, change_reader& into) const {
  try {
    replay(records, into);
  } catch (error& problem) {
    problem.in_file(path(file));
    throw;
  }
}

TIDEMARK_INLINE void memory_store::forget_replaced(std::int64_t version) {
  if (deltas_.lower_bound(version) == deltas_.end() && snapshots_.lower_bound(version) == snapshots_.end()) return;
  merge_.reset();
  const auto remove_last = [&](files_by_version& all, state_content content, std::int64_t last) {
    if (all.empty() || all.rbegin()->first < last) return false;
    files_.remove(path({all.rbegin()->first, content}));
    all.erase(std::prev(all.end()));
    return true;
  };
  for (bool is_any = true; is_any;) {  // from above, so that a crash between leaves no gap in what is below
    const std::int64_t last = deltas_.empty() ? 0 : deltas_.rbegin()->first;
    is_any = remove_last(snapshots_, state_content::snapshot, (std::max)(version, last)) ||
             remove_last(deltas_, state_content::delta, version + 1);
  }
  deltas_.erase(version);
  count_backlog();
}

TIDEMARK_INLINE void memory_store::go_on_with_snapshot(std::int64_t version, std::int64_t bytes,
                                                       const std::function<void(change_set&)>& whole) {
  if (!backlog_.is_due()) return;
  if (backlog_.is_overdue() || (!merge_ && backlog_.whole_bytes() <= bytes)) {
    write_whole(version, whole);
    return;
  }
  if (!merge_) merge_ = std::make_unique<snapshot_merge>(files_, folder_, newest_snapshot(), version, options_.file_cost_bytes);
  switch (merge_->advance(bytes)) {
    case snapshot_merge::outcome::unfinished:
      break;
    case snapshot_merge::outcome::published:
      add_snapshot(merge_->version(), merge_->bytes());
      break;
    case snapshot_merge::outcome::unreadable:
      note_damaged(merge_->input());
      write_whole(version, whole);
  }
}

TIDEMARK_INLINE void memory_store::write_whole(std::int64_t version, const std::function<void(change_set&)>& whole) {
  change_set all;
  whole(all);
  add_snapshot(version, publish_state_file(files_, folder_, {version, state_content::snapshot}, all.bytes()));
}

TIDEMARK_INLINE void memory_store::add_snapshot(std::int64_t version, std::int64_t bytes) {
  merge_.reset();
  snapshots_[version] = bytes;
  count_backlog();
}

TIDEMARK_INLINE std::string memory_store::loadable() const {
  std::string said;
  std::int64_t first = 0;
  std::int64_t last = 0;
  const auto say = [&] {
    if (last == 0) return;
    said += (said.empty() ? "" : ", ") + std::to_string(first) + (first == last ? "" : " to " + std::to_string(last));
  };
  files_by_version all = deltas_;
  all.insert(snapshots_.begin(), snapshots_.end());
  for (const auto& [version, bytes] : all) {
    const bool follows = version == 1 || (last != 0 && last == version - 1);
    if (!is_at_hand(snapshots_, version) && !(follows && is_at_hand(deltas_, version))) continue;
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

TIDEMARK_INLINE error memory_store::damaged(const state_file& file, const char* wrong) const {
  return error("state_damaged", "\"" + path(file) + "\" " + wrong + "; versions at hand: " + loadable() +
                                    "; put the file back from a copy, or start with a new checkpoint folder")
      .in_file(path(file));
}

TIDEMARK_INLINE std::unique_ptr<store> memory_state::open(const store_place& place, const options& chosen) {
  return std::unique_ptr<store>(new memory_store(place, chosen));
}

}  // namespace tidemark
