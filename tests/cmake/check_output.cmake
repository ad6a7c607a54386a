# SPDX-FileCopyrightText: 2026 The tidemark authors
# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)

# Runs PROGRAM in FOLDER, made new with what is in DATA; its output must be the content of EXPECTED.
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
if(EXISTS "${DATA}")
  file(COPY "${DATA}" DESTINATION "${FOLDER}")
endif()
execute_process(COMMAND "${PROGRAM}" WORKING_DIRECTORY "${FOLDER}" TIMEOUT 300
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
file(READ "${EXPECTED}" expected)
if(NOT status EQUAL 0 OR NOT output STREQUAL expected)
  file(WRITE "${FOLDER}/output" "${output}")
  execute_process(COMMAND diff -u "${EXPECTED}" "${FOLDER}/output" OUTPUT_VARIABLE difference)
  message(FATAL_ERROR "ended with ${status}\n${errors}\n${difference}")
endif()
