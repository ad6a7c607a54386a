# SPDX-FileCopyrightText: 2026 The tidemark authors
# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)

# Counts the class template specialisations of a where/map chain of 1, 4, 8 and 16 steps. The last eight steps must cost no more
# than 1.3 times twice the four before them, and each count must lie within a tenth of what recorded.txt says: after a change
# that is meant, write the new counts there.
foreach(steps 1 4 8 16)
  execute_process(COMMAND ${COMPILER} -Xclang -print-stats -fsyntax-only "${FOLDER}/chain_${steps}.cpp"
    RESULT_VARIABLE status ERROR_VARIABLE output)
  if(NOT status EQUAL 0 OR NOT output MATCHES " ([0-9]+) ClassTemplateSpecialization decls")
    message(FATAL_ERROR "chain_${steps}.cpp does not compile:\n${output}")
  endif()
  set(count_${steps} ${CMAKE_MATCH_1})
  message("${steps} ${CMAKE_MATCH_1}")
endforeach()

math(EXPR four_steps "${count_8} - ${count_4}")
math(EXPR eight_steps "${count_16} - ${count_8}")
math(EXPR allowed "2 * ${four_steps} * 13 / 10")
if(four_steps LESS 1 OR eight_steps GREATER allowed)
  message(SEND_ERROR "growth is not linear: steps 5 to 8 cost ${four_steps}, steps 9 to 16 cost ${eight_steps} (at most ${allowed})")
endif()

file(STRINGS "${FOLDER}/recorded.txt" recorded REGEX "^[0-9]")
foreach(line IN LISTS recorded)
  string(REGEX MATCH "^([0-9]+) ([0-9]+)$" _ "${line}")
  set(steps ${CMAKE_MATCH_1})
  math(EXPR least "${CMAKE_MATCH_2} * 9 / 10")
  math(EXPR most "${CMAKE_MATCH_2} * 11 / 10")
  if(count_${steps} LESS least OR count_${steps} GREATER most)
    message(SEND_ERROR "${steps} steps: ${count_${steps}} specialisations, recorded ${CMAKE_MATCH_2}")
  endif()
endforeach()
list(LENGTH recorded recorded_count)
if(NOT recorded_count EQUAL 4)
  message(SEND_ERROR "recorded.txt has ${recorded_count} counts, not 4")
endif()
