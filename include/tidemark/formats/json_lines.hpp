// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Records out of JSON lines.

#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/line_reader.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/row/row.hpp>

namespace tidemark {

// The columns that are read from the text: those asked for, but the one that a policy fills itself.
template <class R, class Columns, class Policy>
using columns_of_text =
    typename dropped_fields<kept_fields<fields_of<R>, Columns>, typename column_kept_by<Policy>::names>::names;

// Reads records of type `R`, and of each only `Columns`, from text with one JSON object a line.
template <Row R, class Columns = typename fields_of<R>::names, class Policy = malformed::fail>
using json_line_reader = line_reader<json_reader<R, columns_of_text<R, Columns, Policy>>, Policy>;

}  // namespace tidemark
