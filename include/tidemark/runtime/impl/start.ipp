// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of start.hpp.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/runtime/local_committer.hpp>
#include <tidemark/runtime/query_parts.hpp>
#include <tidemark/runtime/settings_in_force.hpp>
#include <tidemark/runtime/start.hpp>
#include <tidemark/state/memory_store.hpp>

#include <memory>
#include <string>
#include <utility>

namespace tidemark {

namespace detail {

TIDEMARK_INLINE checkpoint_names go_on_from(const checkpoint& folder, query_parts& parts, const std::string& state_policy,
                                            file_system& files) {
  const auto opened = std::make_shared<open_checkpoint>(files, folder.folder);
  parts.id = opened->query_id();
  parts.settings = settings_in_force(*opened, std::move(parts.settings), state_policy);
  parts.make_committer = committer_on({.files = opened,
                                       .conf = conf_of(pinned_by(parts.settings, state_policy)),
                                       .accept = folder.options.accept,
                                       .on_log = parts.settings.on_log});
  return opened->names();
}

}  // namespace detail

}  // namespace tidemark
