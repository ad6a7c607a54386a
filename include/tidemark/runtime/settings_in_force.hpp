// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The settings of a query against those that its checkpoint keeps.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/runtime/query_options.hpp>

#include <string>

namespace tidemark {

// What of the settings a checkpoint keeps.
pinned_settings pinned_by(const query_settings& settings, std::string state_policy);

// The settings that hold for a query of this checkpoint: partitions and watermark policy stay as they were at its first
// start, and the log hook hears of what was asked for otherwise. To be asked before the program is made, which has a state for
// each partition. Throws state_policy_changed where the program keeps state in another way than the checkpoint.
query_settings settings_in_force(open_checkpoint& files, query_settings asked, const std::string& state_policy);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/settings_in_force.ipp>
#endif
