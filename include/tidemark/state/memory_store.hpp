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

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tidemark {

// How often the whole state is written.
struct memory_state_options {
  // With more deltas than this since the last snapshot a commit writes one; sooner when they have outgrown it and are large.
  int deltas_per_snapshot = 10;
};

class memory_store final : public store {
 public:
  memory_store(const store_place& place, const memory_state_options& options);
  void load(std::int64_t version, change_reader& into) override;
  void commit(std::int64_t version, const change_set& changes, const std::function<void(change_set&)>& whole) override;
  void purge(std::int64_t oldest) override;

 private:
  static constexpr std::int64_t none = -1;
  static constexpr std::int64_t quickly_read_bytes = 1 << 20;  // deltas up to this size are no reason for a snapshot
  struct sizes {
    std::int64_t delta_bytes = none;
    std::int64_t snapshot_bytes = none;
  };
  using versions = std::map<std::int64_t, sizes>;

  static bool has(const versions& all, const state_file& file);
  std::string path(const state_file& file) const { return path_in(folder_, file.name()); }

  void list();

  // Reads a file. What is wrong with it, or nullopt.
  std::optional<std::string> read(const state_file& file, std::string& buffer);

  // The version of the newest snapshot at or below `version` that is whole, read into `buffer`; 0: there is none, begin from
  // nothing. A damaged one is as if it were not there; `damage` says what was found.
  std::int64_t newest_whole_snapshot(std::int64_t version, std::string& buffer, std::string& damage);
  void apply(const std::string& content, const state_file& file, change_reader& into) const;

  // A commit that replaces an earlier one: a snapshot of the old version, and all that was built on it, goes. All that is for
  // good when the folder is synced at the end of the commit; until then the old version and the new one are both right.
  void forget_replaced(std::int64_t version);
  void remove(std::int64_t version);
  bool wants_snapshot(std::int64_t version) const;

  // Which versions the files that are there can rebuild: "1 to 4, 9", or "none".
  std::string loadable() const;
  error missing(std::int64_t version, std::int64_t delta, const std::string& damage) const;
  error damaged(const state_file& file, const std::string& wrong) const;

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

  static std::unique_ptr<store> open(const store_place& place, const options& chosen);
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/state/impl/memory_store.ipp>
#endif
