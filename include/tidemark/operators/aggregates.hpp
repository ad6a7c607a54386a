// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The aggregates: what agg makes of the rows of a group.

#include <tidemark/operators/aggregates/approximate.hpp>
#include <tidemark/operators/aggregates/booleans.hpp>
#include <tidemark/operators/aggregates/collect.hpp>
#include <tidemark/operators/aggregates/count.hpp>
#include <tidemark/operators/aggregates/extremes.hpp>
#include <tidemark/operators/aggregates/first_last.hpp>
#include <tidemark/operators/aggregates/sum.hpp>
#include <tidemark/operators/aggregates/user_defined.hpp>
#include <tidemark/operators/aggregates/variance.hpp>
