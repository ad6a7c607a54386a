// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The definitions of leveldb.hpp in the compiled form; see compiled.cpp.

#include <tidemark/state/impl/leveldb_store.ipp>
