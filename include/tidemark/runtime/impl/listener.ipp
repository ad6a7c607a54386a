// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of listener.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/listener.hpp>
#include <tidemark/runtime/progress.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE void listener_list::add(std::shared_ptr<query_listener> listener) {
  const std::lock_guard lock(mutex_);
  auto longer = std::make_shared<listeners>(*now_);
  longer->push_back(std::move(listener));
  set(std::move(longer));
}

TIDEMARK_INLINE void listener_list::remove(const std::shared_ptr<query_listener>& listener) {
  const std::lock_guard lock(mutex_);
  auto shorter = std::make_shared<listeners>(*now_);
  std::erase(*shorter, listener);
  set(std::move(shorter));
}

TIDEMARK_INLINE std::shared_ptr<const listener_list::listeners> listener_list::now() const {
  const std::lock_guard lock(mutex_);
  return now_;
}

TIDEMARK_INLINE void listener_list::set(std::shared_ptr<const listeners> changed) {
  is_empty_.store(changed->empty(), std::memory_order_release);
  now_ = std::move(changed);
}

}  // namespace tidemark
