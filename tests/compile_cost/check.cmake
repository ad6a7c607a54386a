# SPDX-FileCopyrightText: 2026 The tidemark authors
# SPDX-License-Identifier: Apache-2.0
cmake_minimum_required(VERSION 3.25)

# Counts the class template specialisations of a where/map chain of 1, 4, 8 and 16 steps. The last eight steps must cost no more
# than 1.3 times twice the four before them. recorded.txt says what a chain of one step costs, headers and run time with it, and
# what 4, 8 and 16 steps cost beyond that: each must lie within a tenth. After a change that is meant, write the new counts there.
set(base 0)
foreach(steps 1 4 8 16)
  execute_process(COMMAND ${COMPILER} -Xclang -print-stats -fsyntax-only "${FOLDER}/chain_${steps}.cpp"
    RESULT_VARIABLE status ERROR_VARIABLE output)
  if(NOT status EQUAL 0 OR NOT output MATCHES " ([0-9]+) ClassTemplateSpecialization decls")
    message(FATAL_ERROR "chain_${steps}.cpp does not compile:\n${output}")
  endif()
  math(EXPR count_${steps} "${CMAKE_MATCH_1} - ${base}")
  if(steps EQUAL 1)
    set(base ${count_1})
  endif()
  message("${steps} ${count_${steps}}")
endforeach()

math(EXPR four_steps "${count_8} - ${count_4}")
math(EXPR eight_steps "${count_16} - ${count_8}")
math(EXPR allowed "2 * ${four_steps} * 13 / 10")
if(four_steps LESS 1 OR eight_steps GREATER allowed)
  message(SEND_ERROR "growth is not linear: steps 5 to 8 cost ${four_steps}, steps 9 to 16 cost ${eight_steps} (at most ${allowed})")
endif()

foreach(steps 1 4 8 16)
  file(STRINGS "${FOLDER}/recorded.txt" recorded REGEX "^${steps} [0-9]+$")
  string(REGEX REPLACE "^${steps} " "" recorded "${recorded}")
  math(EXPR least "${recorded} * 9 / 10")
  math(EXPR most "${recorded} * 11 / 10")
  if(count_${steps} LESS least OR count_${steps} GREATER most)
    message(SEND_ERROR "${steps} steps: ${count_${steps}} specialisations, recorded ${recorded}")
  endif()
endforeach()
