# SPDX-FileCopyrightText: 2026 The tidemark authors
# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)

# FILE must compile, and with TIDEMARK_EXPECT_ERROR fail as style demands: one error, ours, named like the file, in 15 lines.
file(STRINGS "${FILE}" first LIMIT_COUNT 1)
cmake_path(GET FILE STEM id)
if(NOT first MATCHES "^// error: (.+)$")
  message(FATAL_ERROR "the first line is not // error: REGEX")
endif()
set(wanted "${CMAKE_MATCH_1}")

execute_process(COMMAND ${COMPILER} -fsyntax-only "${FILE}" RESULT_VARIABLE status ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "does not compile without TIDEMARK_EXPECT_ERROR:\n${output}")
endif()

set(ENV{LC_ALL} C)
execute_process(COMMAND ${COMPILER} -fsyntax-only -DTIDEMARK_EXPECT_ERROR "${FILE}" RESULT_VARIABLE status ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "compiles with TIDEMARK_EXPECT_ERROR")
endif()
string(REPLACE ";" "," output "${output}")  # which would cut the lists of matches
string(REGEX MATCHALL "[^\n]*error: [^\n]*" errors "${output}")
string(REGEX MATCHALL "\n" lines "${output}")
list(LENGTH errors error_count)
list(LENGTH lines line_count)
if(NOT output MATCHES "${wanted}")
  message(FATAL_ERROR "fails without a match of ${wanted}:\n${output}")
elseif(NOT error_count EQUAL 1)
  message(FATAL_ERROR "fails with ${error_count} errors:\n${output}")
elseif(NOT errors MATCHES "tidemark ${id}: ")
  message(FATAL_ERROR "fails, but the error is not tidemark ${id}:\n${output}")
elseif(line_count GREATER 15)
  message(FATAL_ERROR "fails in ${line_count} lines, more than 15:\n${output}")
endif()
