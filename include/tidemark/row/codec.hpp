// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bytes for values and order-preserving bytes for keys: the only place where typed bytes are made.

#include <tidemark/row/key_codec.hpp>
#include <tidemark/row/row_codec.hpp>
#include <tidemark/row/value_codec.hpp>
