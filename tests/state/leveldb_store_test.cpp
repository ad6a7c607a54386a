// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/testing/store_laws.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/resource.h>

namespace {

using namespace std::string_view_literals;
using tidemark::change_set;
using tidemark::error;
using tidemark::leveldb_store;
using rows = std::map<std::string, std::string>;

std::unique_ptr<leveldb_store> opened(const std::string& folder, leveldb::Env* env = leveldb::Env::Default()) {
  return std::make_unique<leveldb_store>(tidemark::store_place{tidemark::local_files(), folder},
                                         tidemark::leveldb_state_options{}, env);
}
rows loaded(tidemark::store& store, std::int64_t version) {
  tidemark::testing::model_image image;
  store.load(version, image);
  return image.rows;
}
void commit(tidemark::store& store, std::int64_t version, const std::function<void(change_set&)>& fill) {
  change_set changes;
  fill(changes);
  store.commit(version, changes, [](change_set&) { FAIL("the database has the whole state"); });
}
void put(tidemark::store& store, std::int64_t version, std::string_view key, std::string_view value) {
  commit(store, version, [&](change_set& changes) { changes.put(key, value); });
}

// All that the database holds, keys in order, as text; the image record left out.
std::string database_keys(const std::string& folder) {
  leveldb::DB* opened_database = nullptr;
  REQUIRE(leveldb::DB::Open({}, folder, &opened_database).ok());
  const std::unique_ptr<leveldb::DB> database(opened_database);
  const std::unique_ptr<leveldb::Iterator> all(database->NewIterator({}));
  std::string said;
  for (all->SeekToFirst(); all->Valid(); all->Next())
    if (all->key() != "i") said += all->key().ToString() + "=" + all->value().ToString() + " ";
  return said;
}

std::size_t open_files() { return tidemark::local_files().list("/proc/self/fd").size(); }

// An Env whose writes fail while `is_full`, as on a disk without space; and counts syncs.
class filling_env final : public leveldb::EnvWrapper {
 public:
  filling_env() : EnvWrapper(leveldb::Env::Default()) {}
  leveldb::Status NewWritableFile(const std::string& name, leveldb::WritableFile** result) override {
    leveldb::WritableFile* file = nullptr;
    const leveldb::Status status = target()->NewWritableFile(name, &file);
    if (status.ok()) *result = new limited_file(*this, file);
    return status;
  }
  bool is_full = false;
  bool sync_fails = false;
  int syncs = 0;

 private:
  class limited_file final : public leveldb::WritableFile {
   public:
    limited_file(filling_env& env, leveldb::WritableFile* file) : env_(env), file_(file) {}
    leveldb::Status Append(const leveldb::Slice& data) override {
      return env_.is_full ? leveldb::Status::IOError("log", "No space left on device") : file_->Append(data);
    }
    leveldb::Status Close() override { return file_->Close(); }
    leveldb::Status Flush() override { return file_->Flush(); }
    leveldb::Status Sync() override {
      ++env_.syncs;
      return env_.sync_fails ? leveldb::Status::IOError("log", "Input/output error") : file_->Sync();
    }

   private:
    filling_env& env_;
    std::unique_ptr<leveldb::WritableFile> file_;
  };
};

}  // namespace

TEST_CASE("a LevelDB image holds exactly the keys that the documentation lists") {
  const scratch_folder folder;
  {
    const auto store = opened(folder.path());
    commit(*store, 1, [](change_set& changes) {
      changes.put("b", "1");
      changes.put("a", "1");
    });
    commit(*store, 2, [](change_set& changes) {
      changes.put("a", "2");
      changes.erase("b");
      changes.put("c", "2");
      changes.erase("never there");
    });
  }
  CHECK(database_keys(folder.path()) ==
        "ra=2 rc=2 u\0\0\0\0=\x05"
        "a\x01"
        "1\x05"
        "b\x01"
        "1\x06"
        "c "sv);
  leveldb::DB* opened_database = nullptr;
  REQUIRE(leveldb::DB::Open({}, folder.path(), &opened_database).ok());
  const std::unique_ptr<leveldb::DB> database(opened_database);
  std::string image;
  REQUIRE(database->Get({}, "i", &image).ok());
  CHECK(image ==
        "\1\0\0\0\1\0\0\0"
        "\2\0\0\0\0\0\0\0"
        "\1\0\0\0\0\0\0\0"
        "\2\0\0\0\0\0\0\0"
        "\2\0\0\0\0\0\0\0"sv);
}

TEST_CASE("a value that is put again unchanged is not written again") {
  const scratch_folder folder;
  {
    const auto store = opened(folder.path());
    put(*store, 1, "a", "1");
    put(*store, 2, "a", "1");
  }
  CHECK(database_keys(folder.path()) == "ra=1 ");
  const auto store = opened(folder.path());
  CHECK(loaded(*store, 1) == rows{{"a", "1"}});
}

TEST_CASE("after a crash between state and commit log the store goes back one version, once") {
  const scratch_folder folder;
  {
    const auto store = opened(folder.path());
    put(*store, 1, "a", "1");
    put(*store, 2, "a", "2");
  }
  const auto store = opened(folder.path());
  CHECK(loaded(*store, 1) == rows{{"a", "1"}});
  const auto thrown = error_of([&] { loaded(*store, 0); });
  REQUIRE(thrown);
  CHECK(thrown->what() ==
        "tidemark state_version_missing: version 0 of the state in \"" + folder.path() +
            "\" is not there: it is at version 1; put the whole checkpoint back from one copy, or start with a new "
            "checkpoint folder");
  CHECK(thrown->file() == folder.path());
  put(*store, 2, "b", "2");
  CHECK(loaded(*store, 2) == rows{{"a", "1"}, {"b", "2"}});
}

TEST_CASE("a commit of the version that is there replaces it, of any other is refused") {
  const scratch_folder folder;
  const auto store = opened(folder.path());
  put(*store, 1, "a", "1");
  put(*store, 2, "b", "2");
  put(*store, 2, "c", "2");
  CHECK(loaded(*store, 2) == rows{{"a", "1"}, {"c", "2"}});
  CHECK(error_id_of([&] { put(*store, 4, "x", "y"); }) == "state_version_missing");
  CHECK(error_id_of([&] { put(*store, 1, "x", "y"); }) == "state_version_missing");
  CHECK(loaded(*store, 2) == rows{{"a", "1"}, {"c", "2"}});
}

TEST_CASE("one more version than was asked for says that it can go back") {
  const scratch_folder folder;
  const auto store = opened(folder.path());
  for (std::int64_t version = 1; version <= 3; ++version) put(*store, version, "a", std::to_string(version));
  CHECK(
      std::string(error_of([&] { loaded(*store, 1); })->what()).find("it is at version 3 and can go back to the one before;") !=
      std::string::npos);
  CHECK(loaded(*store, 2) == rows{{"a", "2"}});
}

TEST_CASE("an evicted run of groups is deleted, comes back when undone, and later groups stay") {
  const scratch_folder folder;
  const auto store = opened(folder.path());
  rows all;
  commit(*store, 1, [&](change_set& changes) {
    for (const char group : {'1', '2', '3', '4'})
      for (int i = 0; i < 100; ++i) {
        const std::string key = group + std::to_string(i);
        changes.put(key, "x");
        all[key] = "x";
      }
  });
  commit(*store, 2, [](change_set& changes) {
    changes.put("27", "changed and evicted");
    changes.erase_through("2");
    changes.put("1new", "put after");
  });
  const rows after = loaded(*store, 2);
  CHECK(after.size() == 201);
  CHECK(after.at("1new") == "put after");
  CHECK_FALSE(after.contains("27"));
  CHECK(loaded(*store, 1) == all);
  commit(*store, 2, [](change_set& changes) { changes.erase_through("2"); });
  CHECK(loaded(*store, 2).size() == 200);
  CHECK(loaded(*store, 1) == all);
  commit(*store, 2, [](change_set& changes) { changes.erase_through("1"); });
  CHECK(loaded(*store, 2).size() == 300);
  // A late group below the one evicted last, evicted in turn.
  commit(*store, 3, [](change_set& changes) { changes.put("0late", "x"); });
  commit(*store, 4, [](change_set& changes) { changes.erase_through("2"); });
  CHECK(loaded(*store, 4).size() == 200);
}

TEST_CASE("few changes of many rows and many changes of few rows find their old values alike") {
  const scratch_folder folder;
  const auto store = opened(folder.path());
  const auto key = [](int i) { return "key" + std::to_string(100'000 + i); };
  rows all;
  commit(*store, 1, [&](change_set& changes) {
    for (int i = 0; i < 5000; ++i) changes.put(key(i), all[key(i)] = "first");
  });
  for (const int stride : {1000, 11, 9, 2, 1}) {
    CAPTURE(stride);
    commit(*store, 2, [&](change_set& changes) {
      for (int i = 0; i < 6000; i += stride) i % 2 == 0 ? changes.put(key(i), "second") : changes.erase(key(i));
    });
    rows expected = all;
    for (int i = 0; i < 6000; i += stride) i % 2 == 0 ? void(expected[key(i)] = "second") : void(expected.erase(key(i)));
    CHECK(loaded(*store, 2) == expected);
    CHECK(loaded(*store, 1) == all);
  }
}

TEST_CASE("a way back of many megabytes is kept in parts, and the parts of the last one go") {
  const scratch_folder folder;
  const auto fill = [](std::size_t bytes, char letter) {
    return [=](change_set& changes) {
      for (int i = 0; i < 100; ++i) changes.put(std::to_string(i), std::string(bytes, letter));
    };
  };
  const auto parts = [&] {
    std::size_t count = 0;
    const std::string keys = database_keys(folder.path());
    for (auto at = keys.find("u\0\0\0"sv); at != std::string::npos; at = keys.find("u\0\0\0"sv, at + 1)) ++count;
    return count;
  };
  auto store = opened(folder.path());
  commit(*store, 1, fill(50'000, 'a'));
  const rows first = loaded(*store, 1);
  commit(*store, 2, fill(10, 'b'));
  store.reset();
  CHECK(parts() == 5);
  store = opened(folder.path());
  CHECK(loaded(*store, 1) == first);
  store.reset();
  CHECK(parts() == 0);
  store = opened(folder.path());
  commit(*store, 2, fill(10, 'b'));
  commit(*store, 3, fill(20, 'c'));
  CHECK(loaded(*store, 3).at("99") == std::string(20, 'c'));
  store.reset();
  CHECK(parts() == 1);
  store = opened(folder.path());
  CHECK(loaded(*store, 2).at("0") == std::string(10, 'b'));
}

TEST_CASE("evicting again and again compacts now and then and loses nothing") {
  const scratch_folder folder;
  const auto store = opened(folder.path());
  const auto key = [](int group, int i) { return std::to_string(1000 + group) + std::to_string(i); };
  constexpr int per_group = 20'000;
  for (int version = 1; version <= 14; ++version) {
    commit(*store, version, [&](change_set& changes) {
      for (int i = 0; i < per_group; ++i) changes.put(key(version, i), "value");
      if (version > 2) changes.erase_through(std::to_string(1000 + version - 2));
    });
    store->purge(version - 1);
  }
  const rows last = loaded(*store, 14);
  CHECK(last.size() == 2 * per_group);
  CHECK(last.begin()->first == key(13, 0));
}

// google/leveldb #924, #865
TEST_CASE("a full disk is an error with its reason; when there is space again the same store goes on from what it had") {
  const scratch_folder folder;
  filling_env env;
  const auto store = opened(folder.path(), &env);
  put(*store, 1, "a", "1");
  env.is_full = true;
  const auto thrown = error_of([&] { put(*store, 2, "a", "2"); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "disk_full");
  CHECK(thrown->file() == folder.path());
  CHECK(std::string(thrown->what()).find("No space left on device; free some space and start again") != std::string::npos);
  CHECK(error_id_of([&] { put(*store, 2, "a", "2"); }) == "disk_full");
  env.is_full = false;
  CHECK(loaded(*store, 1) == rows{{"a", "1"}});
  put(*store, 2, "a", "2");
  CHECK(loaded(*store, 2) == rows{{"a", "2"}});
  CHECK(loaded(*opened(folder / "other"), 0).empty());
}

TEST_CASE("a flush that fails is told apart, and does not make the store fail for ever") {
  const scratch_folder folder;
  filling_env env;
  const auto store = opened(folder.path(), &env);
  put(*store, 1, "a", "1");
  env.sync_fails = true;
  const auto thrown = error_of([&] { put(*store, 2, "a", "2"); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "file_unwritable");
  CHECK(std::string(thrown->what()).find("Input/output error; check that this process may read and write there") !=
        std::string::npos);
  env.sync_fails = false;
  CHECK(loaded(*store, 1) == rows{{"a", "1"}});
  put(*store, 2, "a", "3");
  CHECK(loaded(*store, 2) == rows{{"a", "3"}});
}

TEST_CASE("a commit is one flush of the log") {
  const scratch_folder folder;
  filling_env env;
  const auto store = opened(folder.path(), &env);
  put(*store, 1, "a", "1");
  const int before = env.syncs;
  put(*store, 2, "a", "2");
  put(*store, 3, "b", "2");
  CHECK(env.syncs == before + 2);
}

// google/leveldb #181, Level/levelup #667
TEST_CASE("a second query on the same state is told so, and may come when the first has gone") {
  const scratch_folder folder;
  auto first = opened(folder.path());
  put(*first, 1, "a", "1");
  const auto second = opened(folder.path());
  const auto thrown = error_of([&] { loaded(*second, 1); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "state_locked");
  CHECK(std::string(thrown->what()).find("another query, in this process or another, has it open; stop that one") !=
        std::string::npos);
  first.reset();
  CHECK(loaded(*second, 1) == rows{{"a", "1"}});
}

TEST_CASE("opening and closing two hundred times leaves no lock and no open file") {
  const scratch_folder folder;
  put(*opened(folder.path()), 1, "a", "1");
  const std::size_t before = open_files();
  for (std::int64_t version = 1; version <= 200; ++version) {
    const auto store = opened(folder.path());
    REQUIRE(loaded(*store, version) == rows{{"a", std::to_string(version)}});
    put(*store, version + 1, "a", std::to_string(version + 1));
  }
  CHECK(open_files() == before);
}

// google/leveldb #401
TEST_CASE("more databases than files may be open is an error that says how many are needed, whichever file it is") {
  struct few_files {
    explicit few_files(std::size_t more) {
      ::getrlimit(RLIMIT_NOFILE, &before);
      rlimit few = before;
      few.rlim_cur = open_files() + more;
      ::setrlimit(RLIMIT_NOFILE, &few);
    }
    ~few_files() { ::setrlimit(RLIMIT_NOFILE, &before); }
    rlimit before{};
  };
  for (std::size_t more = 8; more < 14; ++more) {
    INFO(more << " files more");
    const scratch_folder folder;
    std::optional<error> thrown;
    {
      const few_files limit(more);
      std::vector<std::unique_ptr<leveldb_store>> stores;
      for (int i = 0; i < 12 && !thrown; ++i) {
        stores.push_back(opened(folder / std::to_string(i)));
        thrown = error_of([&] { put(*stores.back(), 1, "a", "1"); });
      }
    }
    REQUIRE(thrown);
    CHECK(thrown->id() == "too_many_open_files");
    CHECK(std::string(thrown->what()).find("allow more with ulimit -n (5 for each step with state, times partitions)") !=
          std::string::npos);
  }
}

TEST_CASE("a damaged database is an error that names its folder, not a state with holes") {
  const scratch_folder folder;
  {
    const auto store = opened(folder.path());
    for (std::int64_t version = 1; version <= 3; ++version)
      put(*store, version, "key" + std::to_string(version), std::string(1000, 'v'));
  }
  for (const auto& entry : tidemark::local_files().list(folder.path())) {
    if (!entry.name.ends_with(".log")) continue;
    std::string bytes = *tidemark::local_files().read_file(folder / entry.name);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    const auto file = tidemark::local_files().create(folder / entry.name);
    file->append(bytes);
    file->close();
  }
  const auto thrown = error_of([&] { loaded(*opened(folder.path()), 3); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "state_damaged");
  CHECK(thrown->file() == folder.path());
}

TEST_CASE("a database of a newer form is left to the program that wrote it") {
  const scratch_folder folder;
  {
    leveldb::DB* opened_database = nullptr;
    leveldb::Options options;
    options.create_if_missing = true;
    REQUIRE(leveldb::DB::Open(options, folder.path(), &opened_database).ok());
    const std::unique_ptr<leveldb::DB> database(opened_database);
    REQUIRE(database->Put({}, "i", std::string("\2\0\0\0", 4) + std::string(36, '\0')).ok());
  }
  CHECK(error_id_of([&] { loaded(*opened(folder.path()), 0); }) == "state_form_unknown");
}
