# SPDX-FileCopyrightText: 2026 The tidemark authors
# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)

# BUILT must exist and be no older than any file that SOURCES (a path or a pattern of paths) stands for.
file(GLOB_RECURSE sources "${SOURCES}")
if(NOT sources)
  message(FATAL_ERROR "there is no ${SOURCES}")
endif()
foreach(source IN LISTS sources)
  if(NOT EXISTS "${BUILT}" OR "${source}" IS_NEWER_THAN "${BUILT}")
    message(FATAL_ERROR "${source} was not compiled")
  endif()
endforeach()
