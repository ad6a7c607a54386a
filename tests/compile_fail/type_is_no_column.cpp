// error: tidemark type_is_no_column: this type can't be a column
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/row/as_text.hpp>

#ifdef TIDEMARK_EXPECT_ERROR
using cell = int*;
#else
using cell = int;
#endif

void print(std::string& out, const cell& one) { tidemark::append_as_text(out, one); }
