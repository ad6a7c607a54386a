// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The functions usable in expressions.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/bytes.hpp>
#include <tidemark/plan/functions/cast.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/conditional.hpp>
#include <tidemark/plan/functions/date.hpp>
#include <tidemark/plan/functions/decimal.hpp>
#include <tidemark/plan/functions/list.hpp>
#include <tidemark/plan/functions/logic.hpp>
#include <tidemark/plan/functions/math.hpp>
#include <tidemark/plan/functions/membership.hpp>
#include <tidemark/plan/functions/nested.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/plan/functions/struct_of.hpp>
#include <tidemark/plan/functions/text.hpp>
#include <tidemark/plan/functions/time.hpp>
#include <tidemark/plan/functions/window_time.hpp>
