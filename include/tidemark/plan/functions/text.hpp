// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions of text. Lengths and positions count characters, positions from 1. A part of a std::string_view column is a view
// of the same batch; anything else is a std::string.

#include <tidemark/plan/functions/text/case.hpp>
#include <tidemark/plan/functions/text/codes.hpp>
#include <tidemark/plan/functions/text/concat.hpp>
#include <tidemark/plan/functions/text/pad.hpp>
#include <tidemark/plan/functions/text/replace.hpp>
#include <tidemark/plan/functions/text/search.hpp>
#include <tidemark/plan/functions/text/split.hpp>
#include <tidemark/plan/functions/text/substring.hpp>
#include <tidemark/plan/functions/text/trim.hpp>
