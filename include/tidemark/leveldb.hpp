// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// State on LevelDB: `start<td::leveldb_state>(…)`. Link to tidemark::leveldb.

#include <tidemark/state/leveldb_store.hpp>
