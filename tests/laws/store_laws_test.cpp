// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"
#include "row/random_values.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/state/memory_store.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/store_laws.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace {

using tidemark::change_reader;
using tidemark::change_set;
using tidemark::store;
using tidemark::testing::broken_store_law;

template <class Policy>
std::function<std::unique_ptr<store>()> at(tidemark::file_system& files, const std::string& folder,
                                           typename Policy::options options) {
  return [&files, folder, options] { return Policy::open({files, folder}, options); };
}

constexpr const char* kept = "";

std::string verdict(const std::function<std::unique_ptr<store>()>& reopen, std::uint64_t seed) {
  return broken_store_law(reopen, seed).value_or(kept);
}

static_assert(tidemark::StatePolicy<tidemark::memory_state>);
static_assert(tidemark::StatePolicy<tidemark::leveldb_state>);

// A store that keeps the laws, with every version in memory; each fault below breaks one.
struct shelf {
  std::map<std::int64_t, tidemark::testing::store_law::content> versions{{0, {}}};
};
class shelf_store : public store {
 public:
  explicit shelf_store(std::shared_ptr<shelf> all) : all_(std::move(all)) {}

  void load(std::int64_t version, change_reader& into) override {
    if (!all_->versions.contains(version)) throw tidemark::error("state_version_missing", "no; no");
    for (const auto& [key, value] : all_->versions[version]) into.put(key, value);
  }
  void commit(std::int64_t version, const change_set& changes, const std::function<void(change_set&)>& /*whole*/) override {
    tidemark::testing::model_image next;
    next.rows = all_->versions.at(version - 1);
    tidemark::replay(changes.bytes(), next);
    all_->versions.erase(all_->versions.lower_bound(version), all_->versions.end());
    all_->versions[version] = next.rows;
  }
  void purge(std::int64_t oldest) override { all_->versions.erase(all_->versions.begin(), all_->versions.lower_bound(oldest)); }

 protected:
  std::shared_ptr<shelf> all_;
};

template <class Store>
std::string verdict_on(std::uint64_t seed) {
  const auto all = std::make_shared<shelf>();
  return verdict([all] { return std::make_unique<Store>(all); }, seed);
}

struct forgets_empty_versions : shelf_store {
  using shelf_store::shelf_store;
  void commit(std::int64_t version, const change_set& changes, const std::function<void(change_set&)>& whole) override {
    if (!changes.empty() || version == 1) shelf_store::commit(version, changes, whole);
  }
};
struct purges_too_much : shelf_store {
  using shelf_store::shelf_store;
  void purge(std::int64_t oldest) override { shelf_store::purge(oldest + 1); }
};
struct keeps_the_first_commit : shelf_store {
  using shelf_store::shelf_store;
  void commit(std::int64_t version, const change_set& changes, const std::function<void(change_set&)>& whole) override {
    if (!all_->versions.contains(version)) shelf_store::commit(version, changes, whole);
  }
};
struct does_not_evict : shelf_store {
  using shelf_store::shelf_store;
  void commit(std::int64_t version, const change_set& changes, const std::function<void(change_set&)>& whole) override {
    struct without_evictions final : change_reader {
      void put(std::string_view key, std::string_view value) override { kept.put(key, value); }
      void erase(std::string_view key) override { kept.erase(key); }
      void erase_through(std::string_view /*prefix*/) override {}
      change_set kept;
    } reader;
    tidemark::replay(changes.bytes(), reader);
    shelf_store::commit(version, reader.kept, whole);
  }
};
struct takes_any_version : shelf_store {
  using shelf_store::shelf_store;
  void load(std::int64_t version, change_reader& into) override {
    if (all_->versions.contains(version)) shelf_store::load(version, into);
  }
};

}  // namespace

TEST_CASE("the laws of stores let a right store pass and find each fault") {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  CHECK(verdict_on<shelf_store>(seed) == kept);
  CHECK(verdict_on<forgets_empty_versions>(seed) != kept);
  CHECK(verdict_on<purges_too_much>(seed) != kept);
  CHECK(verdict_on<keeps_the_first_commit>(seed) != kept);
  CHECK(verdict_on<does_not_evict>(seed) != kept);
  CHECK(verdict_on<takes_any_version>(seed) != kept);
}

TEST_CASE("the memory store keeps the laws of stores") {
  const auto first = random_values::seed();
  for (std::uint64_t seed = first; seed < first + 20; ++seed) {
    CAPTURE(seed);
    tidemark::testing::simulated_file_system files;
    const tidemark::memory_state_options options{.min_deltas_for_snapshot = static_cast<int>(seed % 4) * 3,
                                                 .file_cost_bytes = seed % 2 == 0 ? 64 << 10 : 1};
    REQUIRE(verdict(at<tidemark::memory_state>(files, "state/0/0", options), seed) == kept);
  }
}

TEST_CASE("the memory store keeps the laws of stores on this machine's files") {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  const scratch_folder folder;
  CHECK(verdict(at<tidemark::memory_state>(tidemark::local_files(), folder.path() + "/state/0/0", {}), seed) == kept);
}

TEST_CASE("the LevelDB store keeps the laws of stores") {
  const auto first = random_values::seed();
  for (std::uint64_t seed = first; seed < first + 5; ++seed) {
    CAPTURE(seed);
    const scratch_folder folder;
    const tidemark::leveldb_state::options options{.compact_on_commit = seed % 4 == 0,
                                                   .write_buffer_bytes = seed % 2 == 0 ? 65536u : 4u << 20};
    REQUIRE(verdict(at<tidemark::leveldb_state>(tidemark::local_files(), folder.path() + "/state/0/0", options), seed) == kept);
  }
}
