// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions of lists, of their elements, and of maps.

#include <tidemark/plan/functions/list/elements.hpp>
#include <tidemark/plan/functions/list/lambda.hpp>
#include <tidemark/plan/functions/list/making.hpp>
#include <tidemark/plan/functions/list/maps.hpp>
#include <tidemark/plan/functions/list/search.hpp>
