// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions of numbers.

#include <tidemark/plan/functions/math/division.hpp>
#include <tidemark/plan/functions/math/greatest.hpp>
#include <tidemark/plan/functions/math/nan.hpp>
#include <tidemark/plan/functions/math/powers.hpp>
#include <tidemark/plan/functions/math/rounding.hpp>
#include <tidemark/plan/functions/math/sign.hpp>
#include <tidemark/plan/functions/math/try_arithmetic.hpp>
