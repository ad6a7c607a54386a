// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// State with its image in LevelDB: one database a store, one atomic write a version, and the way back to the version before.
//
// The database holds one version. Old values are read from it at commit, so that rows in a batch pay nothing for the way back:
// key by key, or in one pass along the keys when many have changed. LevelDB makes its own file calls; a replaced file_system
// does not reach it. The layout of keys is in state/README.md.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/database_image.hpp>
#include <tidemark/state/final_changes.hpp>
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

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tidemark {

// How each database is opened; one for every step and partition.
struct leveldb_state_options {
  bool compact_on_commit = false;                // tidy up at each commit rather than when LevelDB finds it due
  std::size_t write_buffer_bytes = 4 << 20;      // also what is read again, twice at most, when a query starts
  std::size_t cache_bytes = 8 << 20;             // blocks of the image kept for looking up old values
  int max_open_files = 128;
};

inline leveldb::Slice leveldb_slice(std::string_view bytes) { return {bytes.data(), bytes.size()}; }

// The database of one store: opened when first needed, every status checked, closed at the first that is bad.
class leveldb_database {
 public:
  // Files that an open database holds for itself: lock, log, manifest, info log; one is on its way while it compacts.
  static constexpr int files_each = 5;

  leveldb_database(std::string folder, const leveldb_state_options& options, leveldb::Env* env);

  const std::string& folder() const { return folder_; }
  const database_image& image() { return open(), image_; }

  // False: the key is not there.
  bool get(const leveldb::Slice& key, std::string& value);

  // The changes become durable together with what the database then says of itself, or none of it does.
  void write(leveldb::WriteBatch& batch, const database_image& image);

  void compact() { open().CompactRange(nullptr, nullptr); }

  // The rows in key order. Requires: no write while it lives.
  class cursor {
   public:
    void seek(std::string_view key) { rows_->Seek(database_key(buffer_, database_key_kind::row, key)); }
    bool is_valid() const { return rows_->Valid() && rows_->key()[0] == row_kind; }
    void next() { rows_->Next(); }
    std::string_view key() const { return bytes_of(rows_->key()).substr(1); }
    std::string_view value() const { return bytes_of(rows_->value()); }
    // Whether the end was the end: to be asked after the last row.
    void require_ok();

   private:
    friend leveldb_database;
    static std::string_view bytes_of(const leveldb::Slice& slice) { return {slice.data(), slice.size()}; }
    explicit cursor(leveldb_database& owner) : owner_(owner), rows_(owner.open().NewIterator(owner.scan_options())) {}

    leveldb_database& owner_;
    std::unique_ptr<leveldb::Iterator> rows_;
    std::string buffer_;
  };
  cursor rows() { return cursor(*this); }

 private:
  static constexpr char row_kind = static_cast<char>(database_key_kind::row);
  static constexpr char image_key[] = {static_cast<char>(database_key_kind::image), '\0'};

  leveldb::ReadOptions scan_options() const;
  leveldb::DB& open();

  // A status that is not good ends this use of the database: LevelDB refuses every write after a failed one until it is opened
  // again, and what it holds in memory is in doubt.
  void require_ok(const leveldb::Status& status, const char* id);
  error failure(std::string_view id, const std::string& said, const std::string& what_to_do) const;

  std::string folder_;
  leveldb::Options options_;
  leveldb::ReadOptions read_;
  leveldb::WriteOptions write_;
  std::unique_ptr<const leveldb::FilterPolicy> filter_;
  std::unique_ptr<leveldb::Cache> cache_;
  std::unique_ptr<leveldb::DB> database_;  // goes before filter and cache
  database_image image_;  // of the open database
};

class leveldb_store final : public store {
 public:
  leveldb_store(const store_place& place, const leveldb_state_options& options, leveldb::Env* env = leveldb::Env::Default());
  void load(std::int64_t version, change_reader& into) override;
  void commit(std::int64_t version, const change_set& changes, const std::function<void(change_set&)>& /*whole*/) override;

  // One version back is all there is to keep, and each commit keeps that. What evicted groups have left behind is cleared now
  // and then: until LevelDB has compacted a run of deletes, reading passes over each of them.
  void purge(std::int64_t /*oldest*/) override;

 private:
  static constexpr std::int64_t deletes_before_compaction = 100'000;
  static constexpr std::size_t undo_part_bytes = 1 << 20;

  // The write that makes the next version, as it grows.
  struct next_image {
    explicit next_image(const database_image& now) : before(now), image(now) { image.undo_parts = 0; }

    void put(std::string_view key, std::string_view value, const std::string_view* old);
    void erase(std::string_view key, const std::string_view* old);
    void finish(std::int64_t version);

    database_image before;
    database_image image;
    leveldb::WriteBatch batch;
    std::int64_t erased = 0;

   private:
    // The way back: what brings this key to what it was.
    void keep(std::string_view key, const std::string_view* old);
    void write_undo_part();

    change_set undo;
    std::string key_buffer;
  };

  // Brings the database to this version: it is there, or it is the one before. Throws error state_version_missing.
  void go_to(std::int64_t version);
  void undo();

  // The groups that the change set evicts: one run of keys from the lowest on.
  void evict(const final_changes& final, next_image& next);

  // The keys that the change set names.
  void change(const final_changes& final, next_image& next);

  // A step along the keys costs about a tenth of a look-up.
  static constexpr std::int64_t rows_per_change_for_a_pass = 10;

  leveldb_database database_;
  bool compact_on_commit_;
  std::int64_t erased_ = 0;  // since the last compaction
  std::string evicted_through_;  // no key with a prefix of this length at or below it is there
};

// State in LevelDB: the policy for state that is too large to be written whole, `start<leveldb_state>(…)`.
struct leveldb_state {
  using options = leveldb_state_options;
  static constexpr const char* name = "leveldb";

  static std::unique_ptr<store> open(const store_place& place, const options& chosen);
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/state/impl/leveldb_store.ipp>
#endif
