// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// State in memory, its image as files: one delta a version, and a snapshot now and then.
//
// The image is never held here: a version is rebuilt by reading the newest whole snapshot at or below it and the deltas since.
// A damaged snapshot costs time, not state, while the one before and its deltas are there; so one more is kept than needed.
//
// A snapshot is made from the files (snapshot_merge.hpp), and a commit does no more of that than in proportion to its own
// delta; only what is small beside that is written at once, from the table.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/store.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

class snapshot_merge;
struct state_file;
enum class state_content : char;

// How often the whole state is written.
struct memory_state_options {
  // A snapshot is due when there are more deltas than this since the last one, or when they are large, and to read them costs
  // more than to read the snapshot.
  int min_deltas_for_snapshot = 10;
  // To open a file costs as much as to read so many bytes.
  std::int64_t file_cost_bytes = 64 << 10;
};

// The deltas since the last snapshot: what a load has to read beside that.
class delta_backlog {
 public:
  delta_backlog() = default;
  // `snapshot_bytes` of the last snapshot; 0: there is none.
  delta_backlog(const memory_state_options& options, std::int64_t snapshot_bytes);
  void add(std::int64_t delta_bytes);

  bool is_due() const { return cost_when_due_ != 0; }
  // So much more than when a snapshot became due that no merge can have been at work: the runs since then were short.
  bool is_overdue() const { return is_due() && cost() > 3 * cost_when_due_; }
  // What a snapshot of now has at most.
  std::int64_t whole_bytes() const { return snapshot_bytes_ + bytes_; }

 private:
  static constexpr std::int64_t quickly_read_bytes = 1 << 20;  // deltas up to this size are no reason for a snapshot

  std::int64_t cost() const { return deltas_ * options_.file_cost_bytes + bytes_; }

  memory_state_options options_;
  std::int64_t snapshot_bytes_ = 0;
  std::int64_t deltas_ = 0;
  std::int64_t bytes_ = 0;
  std::int64_t cost_when_due_ = 0;  // 0: a snapshot is not due
};

class memory_store final : public store {
 public:
  memory_store(const store_place& place, const memory_state_options& options);
  ~memory_store() override;

  void load(std::int64_t version, change_reader& into) override;
  void commit(std::int64_t version, const change_set& changes, const std::function<void(change_set&)>& whole) override;

  void purge(std::int64_t oldest) override;

 private:
  // The size of each file by its version; a file that is known to be damaged is not at hand.
  using files_by_version = std::map<std::int64_t, std::int64_t>;
  static constexpr std::int64_t damaged_size = -1;
  // A commit reads so many times as much for a snapshot as its own delta costs. So one that is due is there before the deltas
  // have grown by half: it reads them and the snapshot before, which together are no more than twice those deltas.
  static constexpr std::int64_t pace = 4;
  // What a purge removes at most: many more files than a batch makes, and so many bytes, by which a system is not held up.
  static constexpr int most_removed = 32;
  static constexpr std::int64_t removed_bytes = 4 << 20;

  static bool is_at_hand(const files_by_version& all, std::int64_t version);
  std::string path(const state_file& file) const;
  void note_damaged(const state_file& file);
  void list();

  // The version of the newest snapshot at hand, at or below `version`; 0: there is none.
  std::int64_t newest_snapshot(std::int64_t version = (std::numeric_limits<std::int64_t>::max)()) const;
  void count_backlog();

  // Removes the file of the lowest version, or cuts as much off a large one as is left of `bytes`.
  void remove_lowest(files_by_version& from, state_content content, std::int64_t& bytes);

  // Reads the records of a file. What is wrong with it, or nullptr.
  const char* read(const state_file& file, std::string& records);

  // The version of the newest snapshot at or below `version` that is whole, read into `records`; 0: there is none, begin from
  // nothing. A damaged one is as if it were not there; `damage` says what was found.
  std::int64_t newest_whole_snapshot(std::int64_t version, std::string& records, std::string& damage);
  void apply(const std::string& records, const state_file& file, change_reader& into) const;

  // A commit that replaces an earlier one: a snapshot of the old version, and all that was built on it, goes. All that is for
  // good when the folder is synced at the end of the commit; until then the old version and the new one are both right.
  void forget_replaced(std::int64_t version);

  // Does as much for a snapshot, if one is due, as costs reading `bytes`. What is read and proves damaged is made up for by the
  // table.
  void go_on_with_snapshot(std::int64_t version, std::int64_t bytes, const std::function<void(change_set&)>& whole);
  void write_whole(std::int64_t version, const std::function<void(change_set&)>& whole);
  void add_snapshot(std::int64_t version, std::int64_t bytes);

  // Which versions the files that are there can rebuild: "1 to 4, 9", or "none".
  std::string loadable() const;
  error missing(std::int64_t version, std::int64_t delta, const std::string& damage) const;
  error damaged(const state_file& file, const char* wrong) const;

  file_system& files_;
  std::string folder_;
  memory_state_options options_;
  files_by_version deltas_;  // by what is in the folder
  files_by_version snapshots_;
  bool is_listed_ = false;
  delta_backlog backlog_;
  std::unique_ptr<snapshot_merge> merge_;  // at work on a snapshot that is due
};

// State in memory, images in files: the policy that is used unless another is named.
struct memory_state {
  using options = memory_state_options;
  static constexpr const char* name = "memory";

  static std::unique_ptr<store> open(const store_place& place, const options& chosen);
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/state/impl/memory_store.ipp>
#endif
