# SPDX-FileCopyrightText: 2026 The tidemark authors
# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)

# Writes into OUTPUT what HEADER (a path below INCLUDE) is with all of our headers in place of the lines that include them.
set(taken "")

function(take header)
  if(header IN_LIST taken)
    return()
  endif()
  list(APPEND taken "${header}")
  file(READ "${INCLUDE}/${header}" text)
  string(REGEX REPLACE "// SPDX[^\n]*\n|#pragma once\n" "" text "${text}")
  string(FIND "${text}" "\n#include <tidemark/" at)
  while(NOT at EQUAL -1)
    string(SUBSTRING "${text}" 0 ${at} before)
    file(APPEND "${OUTPUT}" "${before}")
    string(SUBSTRING "${text}" ${at} -1 text)
    string(REGEX MATCH "^\n#include <([^>]*)>[^\n]*" line "${text}")
    set(included "${CMAKE_MATCH_1}")
    string(LENGTH "${line}" length)
    string(SUBSTRING "${text}" ${length} -1 text)
    take("${included}")
    string(FIND "${text}" "\n#include <tidemark/" at)
  endwhile()
  file(APPEND "${OUTPUT}" "${text}")
  set(taken "${taken}" PARENT_SCOPE)
endfunction()

file(WRITE "${OUTPUT}" "// SPDX-FileCopyrightText: 2026 The tidemark authors\n// SPDX-License-Identifier: Apache-2.0\n#pragma once\n")
take("${HEADER}")
