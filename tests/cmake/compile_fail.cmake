# SPDX-FileCopyrightText: 2026 The tidemark authors
# SPDX-License-Identifier: Apache-2.0

# compile_fail/<violation>.cpp begins with "// error: REGEX"; its bad line stands in #ifdef TIDEMARK_EXPECT_ERROR. Each is one
# test by this build's compiler, with this build's warnings, in the compiled form, which is sooner done.
separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
set(compiler "${CMAKE_CXX_COMPILER};-std=c++20;-DTIDEMARK_COMPILED;${flags};-I$<JOIN:$<REMOVE_DUPLICATES:$<TARGET_PROPERTY:tidemark,INTERFACE_INCLUDE_DIRECTORIES>>,;-I>")

function(add_compile_fail_test name file)
  add_test(NAME compile_fail.${name}
    COMMAND "${CMAKE_COMMAND}" -D "COMPILER=${compiler}" -D "FILE=${file}" -P "${sources}/cmake/check_compile_fail.cmake")
endfunction()

file(GLOB files CONFIGURE_DEPENDS "${sources}/compile_fail/*.cpp")
foreach(file IN LISTS files)
  cmake_path(GET file STEM name)
  add_compile_fail_test(${name} "${file}")
endforeach()

# The check itself: each of these files is wrong in its own way and must be found out.
file(GLOB files CONFIGURE_DEPENDS "${sources}/cmake/must_be_found_out/*.cpp")
foreach(file IN LISTS files)
  cmake_path(GET file STEM name)
  add_compile_fail_test(found_out.${name} "${file}")
  file(STRINGS "${file}" reason REGEX "^// found out: " LIMIT_COUNT 1)
  string(REPLACE "// found out: " "" reason "${reason}")
  set_tests_properties(compile_fail.found_out.${name} PROPERTIES PASS_REGULAR_EXPRESSION "${reason}")
endforeach()
