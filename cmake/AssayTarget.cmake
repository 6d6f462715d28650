# SPDX-License-Identifier: Apache-2.0
# The one place where compile options live.
# -ffp-contract=off: both compilers contract a*b+c even under -std=c++20, and a bound is derived for the
# operations that were written.
add_library(assay_options INTERFACE)
target_compile_features(assay_options INTERFACE cxx_std_20)
target_include_directories(assay_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(assay_options INTERFACE
  -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow $<$<BOOL:${ASSAY_WERROR}>:-Werror>)

if(ASSAY_FUZZERS)
  target_compile_options(assay_options INTERFACE
    -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  target_link_options(assay_options INTERFACE -fsanitize=address,undefined)
endif()

find_program(ASSAY_CCACHE ccache)
if(ASSAY_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ASSAY_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${ASSAY_CCACHE})
endif()

# assay_library(NAME sources...): static library assay_NAME with the alias assay::NAME.
function(assay_library name)
  add_library(assay_${name} STATIC ${ARGN})
  add_library(assay::${name} ALIAS assay_${name})
  target_link_libraries(assay_${name} PUBLIC assay_options)
endfunction()

# assay_test(FOLDER.UNIT LABEL sources... LIBS libs...): a GoogleTest program run by ctest as one test.
function(assay_test name label)
  if(NOT ASSAY_TESTS)
    return()
  endif()
  cmake_parse_arguments(T "" "" "LIBS" ${ARGN})
  string(REPLACE "." "_" target ${name}_test)
  add_executable(${target} ${T_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE ${T_LIBS} GTest::gtest GTest::gmock GTest::gtest_main)
  # Tests are built once and run for seconds: compile time counts. The libraries they call are optimised.
  target_compile_options(${target} PRIVATE -O0)
  add_test(NAME ${name} COMMAND ${target} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS ${label})
endfunction()

# assay_fuzzer(FOLDER.UNIT sources... LIBS libs...): a libFuzzer program <folder>_<unit>_fuzz, in the preset `fuzzers`.
function(assay_fuzzer name)
  if(NOT ASSAY_FUZZERS)
    return()
  endif()
  cmake_parse_arguments(T "" "" "LIBS" ${ARGN})
  string(REPLACE "." "_" target ${name}_fuzz)
  add_executable(${target} ${T_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE ${T_LIBS} -fsanitize=fuzzer)
endfunction()
