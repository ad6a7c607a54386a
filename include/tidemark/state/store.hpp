// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The durable image of one state (one step, one partition): bytes by encoded key, at a version.
//
// Batch N starts from version N and commits version N + 1; a version is committed for every executed batch, also when nothing
// changed. A store is called a few times a batch, never once a row. One thread at a time.

#include <tidemark/state/change_set.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace tidemark {

class file_system;

// Where a store lives: its own folder, "<checkpoint>/state/<step>/<partition>".
struct store_place {
  file_system& files;
  std::string folder;
};

// What a store must do; tidemark/testing/store_laws.hpp checks it.
class store {
 public:
  store() = default;
  store(const store&) = delete;
  store& operator=(const store&) = delete;
  virtual ~store() = default;

  // Brings the image to exactly this version (0 is empty), undoing a later commit if there was one, and gives its whole
  // content to `into`, in an order in which it can be applied. Throws error state_version_missing or state_damaged, naming file
  // and versions at hand.
  virtual void load(std::int64_t version, change_reader& into) = 0;

  // Makes version `version` durable: the image of version - 1 with these changes. `whole` writes the full content of the new
  // version, and is called when the store would rather keep that. Committing a version again replaces it.
  virtual void commit(std::int64_t version, const change_set& changes, const std::function<void(change_set&)>& whole) = 0;

  // Versions below `oldest` need not be loadable any more.
  virtual void purge(std::int64_t oldest) = 0;
};

// A policy of where state lives is a type with `options` (an aggregate) and `static std::unique_ptr<store> open(const
// store_place&, const options&)`, and a `static constexpr const char* name`, which is pinned in the checkpoint.
template <class P>
concept StatePolicy = requires(const store_place& place, const typename P::options& options) {
  { P::open(place, options) } -> std::same_as<std::unique_ptr<store>>;
  { P::name } -> std::convertible_to<const char*>;
};

}  // namespace tidemark
