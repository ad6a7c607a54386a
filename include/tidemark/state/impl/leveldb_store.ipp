// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of leveldb_store.hpp.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/database_image.hpp>
#include <tidemark/state/final_changes.hpp>
#include <tidemark/state/leveldb_store.hpp>
#include <tidemark/state/store.hpp>

#include <leveldb/cache.h>
#include <leveldb/db.h>
#include <leveldb/env.h>
#include <leveldb/filter_policy.h>
#include <leveldb/iterator.h>
#include <leveldb/options.h>
#include <leveldb/slice.h>
#include <leveldb/status.h>
#include <leveldb/write_batch.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE leveldb_database::leveldb_database(std::string folder, const leveldb_state_options& options, leveldb::Env* env)
    : folder_(std::move(folder)),
      filter_(leveldb::NewBloomFilterPolicy(10)),
      cache_(leveldb::NewLRUCache(options.cache_bytes)) {
  options_.env = env;
  options_.create_if_missing = true;
  options_.paranoid_checks = true;  // a damaged log is an error, not a shorter log
  options_.write_buffer_size = options.write_buffer_bytes;
  options_.max_open_files = options.max_open_files;
  options_.filter_policy = filter_.get();
  options_.block_cache = cache_.get();
  read_.verify_checksums = true;
  write_.sync = true;
}

TIDEMARK_INLINE bool leveldb_database::get(const leveldb::Slice& key, std::string& value) {
  const leveldb::Status status = open().Get(read_, key, &value);
  if (status.IsNotFound()) return false;
  require_ok(status, "file_unreadable");
  return true;
}

TIDEMARK_INLINE void leveldb_database::write(leveldb::WriteBatch& batch, const database_image& image) {
  batch.Put(image_key, image.bytes());
  require_ok(open().Write(write_, &batch), "file_unwritable");
  image_ = image;
}

TIDEMARK_INLINE void leveldb_database::cursor::require_ok() {
  const leveldb::Status status = rows_->status();
  if (!status.ok()) rows_.reset();  // before the database is closed
  owner_.require_ok(status, "file_unreadable");
}

TIDEMARK_INLINE leveldb::ReadOptions leveldb_database::scan_options() const {
  leveldb::ReadOptions scan = read_;
  scan.fill_cache = false;
  return scan;
}

TIDEMARK_INLINE leveldb::DB& leveldb_database::open() {
  if (database_) return *database_;
  local_files().make_folders(folder_);
  leveldb::DB* opened = nullptr;
  require_ok(leveldb::DB::Open(options_, folder_, &opened), "file_unreadable");
  database_.reset(opened);
  image_ = {};
  std::string bytes;
  if (get(image_key, bytes) && !image_.read(bytes)) {
    database_.reset();
    throw error("state_form_unknown",
                "the state in \"" + folder_ + "\" was written by a newer program than this one; use that one")
        .in_file(folder_);
  }
  return *database_;
}

TIDEMARK_INLINE void leveldb_database::require_ok(const leveldb::Status& status, const char* id) {
  if (status.ok()) return;
  database_.reset();
  const std::string said = status.ToString();
  const auto says = [&](std::string_view words) { return said.find(words) != std::string::npos; };
    // What the system says counts before what LevelDB was doing: the lock file is opened too, and may be the file too many.
  if (says("Too many open files"))
    throw failure("too_many_open_files", said,
                  "allow more with ulimit -n (" + std::to_string(files_each) +
                      " for each step with state, times partitions), or use fewer partitions");
  if (says("No space left on device") || says("Disk quota exceeded"))
    throw failure("disk_full", said, "free some space and start again");
  if (says("IO error: lock "))
    throw failure("state_locked", said,
                  "another query, in this process or another, has it open; stop that one, or give each its own checkpoint");
  if (status.IsCorruption())
    throw failure("state_damaged", said, "put the whole checkpoint back from one copy, or start with a new checkpoint folder");
  throw failure(id, said, "check that this process may read and write there");
}

TIDEMARK_INLINE error leveldb_database::failure(std::string_view id, const std::string& said,
                                                const std::string& what_to_do) const {
  return error(id, "the state in \"" + folder_ + "\": " + said + "; " + what_to_do).in_file(folder_);
}

TIDEMARK_INLINE leveldb_store::leveldb_store(const store_place& place, const leveldb_state_options& options, leveldb::Env* env)
    : database_(place.folder, options, env), compact_on_commit_(options.compact_on_commit) {}

TIDEMARK_INLINE void leveldb_store::load(std::int64_t version, change_reader& into) {
  go_to(version);
  auto rows = database_.rows();
  for (rows.seek({}); rows.is_valid(); rows.next()) into.put(rows.key(), rows.value());
  rows.require_ok();
}

TIDEMARK_INLINE void leveldb_store::commit(std::int64_t version, const change_set& changes,
                                           const std::function<void(change_set&)>& /*whole*/) {
  go_to(version - 1);
  const final_changes final(changes);
  next_image next(database_.image());
  evict(final, next);
  change(final, next);
  next.finish(version);
  database_.write(next.batch, next.image);
  erased_ += next.erased;
  if (const auto prefix = final.evicted_through(); !prefix.empty()) evicted_through_ = prefix;
  if (!final.by_key().empty() && final.by_key().front().key < evicted_through_) evicted_through_.clear();
  if (compact_on_commit_) database_.compact();
}

TIDEMARK_INLINE void leveldb_store::purge(std::int64_t /*oldest*/) {
  if (erased_ < deletes_before_compaction) return;
  database_.compact();
  erased_ = 0;
}

TIDEMARK_INLINE void leveldb_store::next_image::put(std::string_view key, std::string_view value, const std::string_view* old) {
  if (old != nullptr && *old == value) return;
  batch.Put(database_key(key_buffer, database_key_kind::row, key), leveldb_slice(value));
  keep(key, old);
  if (old == nullptr) ++image.rows;
}

TIDEMARK_INLINE void leveldb_store::next_image::erase(std::string_view key, const std::string_view* old) {
  if (old == nullptr) return;
  batch.Delete(database_key(key_buffer, database_key_kind::row, key));
  keep(key, old);
  --image.rows;
  ++erased;
}

TIDEMARK_INLINE void leveldb_store::next_image::finish(std::int64_t version) {
  if (!undo.empty()) write_undo_part();
  for (auto part = image.undo_parts; part < before.undo_parts; ++part) batch.Delete(undo_key(key_buffer, part));
  image.version = version;
  image.can_undo = true;
  image.rows_before = before.rows;
}

TIDEMARK_INLINE void leveldb_store::next_image::keep(std::string_view key, const std::string_view* old) {
  if (old != nullptr) undo.put(key, *old);
  else undo.erase(key);
  if (undo.bytes().size() >= undo_part_bytes) write_undo_part();
}

TIDEMARK_INLINE void leveldb_store::next_image::write_undo_part() {
  batch.Put(undo_key(key_buffer, image.undo_parts++), leveldb_slice(undo.bytes()));
  undo.clear();
}

TIDEMARK_INLINE void leveldb_store::go_to(std::int64_t version) {
  if (database_.image().version == version + 1 && database_.image().can_undo) undo();
  if (database_.image().version == version) return;
  const database_image& image = database_.image();
  throw error("state_version_missing",
              "version " + std::to_string(version) + " of the state in \"" + database_.folder() +
                  "\" is not there: it is at version " + std::to_string(image.version) +
                  (image.can_undo ? " and can go back to the one before" : "") +
                  "; put the whole checkpoint back from one copy, or start with a new checkpoint folder")
      .in_file(database_.folder());
}

TIDEMARK_INLINE void leveldb_store::undo() {
  struct writer final : change_reader {
    explicit writer(leveldb::WriteBatch& to) : batch(to) {}
    void put(std::string_view key, std::string_view value) override {
      batch.Put(database_key(key_buffer, database_key_kind::row, key), leveldb_slice(value));
    }
    void erase(std::string_view key) override { batch.Delete(database_key(key_buffer, database_key_kind::row, key)); }
    void erase_through(std::string_view /*prefix*/) override { throw_damaged("a stored way back evicts keys"); }
    leveldb::WriteBatch& batch;
    std::string key_buffer;
  };
  database_image image = database_.image();
  leveldb::WriteBatch batch;
  writer into(batch);
  std::string part;
  std::string key;
  for (std::int64_t number = 0; number < image.undo_parts; ++number) {
    if (!database_.get(undo_key(key, number), part))
      throw error("state_damaged", "the way back from version " + std::to_string(image.version) + " is missing in \"" +
                                       database_.folder() +
                                       "\"; put the whole checkpoint back from one copy, or start with a new checkpoint folder")
          .in_file(database_.folder());
    replay(part, into);
    batch.Delete(undo_key(key, number));
  }
  image = {.version = image.version - 1,
           .can_undo = false,
           .undo_parts = 0,
           .rows = image.rows_before,
           .rows_before = image.rows_before};
  database_.write(batch, image);
  evicted_through_.clear();
}

TIDEMARK_INLINE void leveldb_store::evict(const final_changes& final, next_image& next) {
  if (!final.has_evictions()) return;
  auto named = final.by_key().begin();
  auto rows = database_.rows();
    // Below what was evicted last is nothing but deleted keys, which would be passed one by one.
  const bool same_kind = final.evicted_through().size() == evicted_through_.size();
  for (rows.seek(same_kind ? evicted_through_ : std::string_view()); rows.is_valid(); rows.next()) {
    const std::string_view key = rows.key();
    if (final.is_beyond_evictions(key)) break;
    while (named != final.by_key().end() && named->key < key) ++named;
    if (named != final.by_key().end() && named->key == key) continue;  // `change` has the last word on it
    const std::string_view old = rows.value();
    if (final.is_evicted(key)) next.erase(key, &old);
  }
  rows.require_ok();
}

TIDEMARK_INLINE void leveldb_store::change(const final_changes& final, next_image& next) {
  const auto apply = [&](const final_change& one, const std::string_view* old) {
    one.is_put ? next.put(one.key, one.value, old) : next.erase(one.key, old);
  };
  const auto& changed = final.by_key();
  if (changed.empty()) return;
  if (std::cmp_less(changed.size(), next.before.rows / rows_per_change_for_a_pass)) {
    std::string key;
    std::string found;
    for (const final_change& one : changed) {
      const bool is_there = database_.get(database_key(key, database_key_kind::row, one.key), found);
      const std::string_view old = found;
      apply(one, is_there ? &old : nullptr);
    }
    return;
  }
  auto rows = database_.rows();
  rows.seek(changed.front().key);
  for (const final_change& one : changed) {
    while (rows.is_valid() && rows.key() < one.key) rows.next();
    const bool is_there = rows.is_valid() && rows.key() == one.key;
    const std::string_view old = is_there ? rows.value() : std::string_view();
    apply(one, is_there ? &old : nullptr);
  }
  rows.require_ok();
}

TIDEMARK_INLINE std::unique_ptr<store> leveldb_state::open(const store_place& place, const options& chosen) {
  return std::make_unique<leveldb_store>(place, chosen);
}

}  // namespace tidemark
