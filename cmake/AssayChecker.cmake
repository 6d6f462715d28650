# SPDX-License-Identifier: Apache-2.0
# The emulator's flavour `checked`: kernels compiled by clang so that it calls the emulator before every load and store.
# The callbacks are clang's ThreadSanitizer's, defined by the emulator; whether this clang still makes them is tried.
#
# Sets ASSAY_CHECKER_ON, and where it is on ASSAY_CHECKER_COMPILER and ASSAY_CHECKER_FLAGS.
# A loop that never ends is a finding: C++ would let the compiler take it away.
set(ASSAY_CHECKER_FLAGS -std=c++20 -fPIC -fvisibility=hidden -ffp-contract=off -fno-finite-loops -O1
  -gline-tables-only -gdwarf-4
  -fsanitize=thread,alignment,array-bounds -mllvm -tsan-instrument-func-entry-exit=0
  -mllvm -tsan-distinguish-volatile=1)

# In `why` the reason for which there is no checker; empty: a known kernel made the calls that it should.
function(assay_try_checker why)
  find_program(ASSAY_CHECKER_COMPILER NAMES clang++ clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14)
  set(${why} "" PARENT_SCOPE)
  if(NOT ASSAY_CHECKER_COMPILER)
    set(${why} "clang++ not found; install clang or set ASSAY_CHECKER_COMPILER" PARENT_SCOPE)
    return()
  endif()
  set(probe ${PROJECT_SOURCE_DIR}/impls/cuda/emulator/checker/probe)
  file(SHA256 ${probe}/kernel.cpp kernel)
  file(SHA256 ${probe}/counts_test.cpp counts)
  set(key "${ASSAY_CHECKER_COMPILER} ${ASSAY_CHECKER_FLAGS} ${kernel} ${counts}")
  if(ASSAY_CHECKER_TRIED STREQUAL key)
    return()
  endif()
  set(folder ${CMAKE_BINARY_DIR}/CMakeFiles/assay_checker)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${ASSAY_CHECKER_COMPILER} ${ASSAY_CHECKER_FLAGS} -c ${probe}/kernel.cpp -o ${folder}/kernel.o
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE text)
  if(NOT failed)
    execute_process(
      COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 ${probe}/counts_test.cpp ${folder}/kernel.o -o ${folder}/probe
      RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE text)
  endif()
  if(NOT failed)
    execute_process(COMMAND ${folder}/probe RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_QUIET)
  endif()
  if(NOT failed)
    set(ASSAY_CHECKER_TRIED "${key}" CACHE INTERNAL "clang whose callbacks were counted")
    return()
  endif()
  string(STRIP "${text}" text)
  string(REGEX REPLACE "\n.*" "" text "${text}")
  set(${why} "${ASSAY_CHECKER_COMPILER} does not report a kernel's accesses: ${text}" PARENT_SCOPE)
endfunction()

assay_try_checker(why)
if(why)
  set(ASSAY_CHECKER_ON OFF)
  message(STATUS "Emulated CUDA kernels, flavour checked: left out, ${why}")
else()
  set(ASSAY_CHECKER_ON ON)
  message(STATUS "Emulated CUDA kernels, flavour checked: on (${ASSAY_CHECKER_COMPILER})")
endif()

# assay_clang_object(OBJECT NAME source FLAGS flags...): compiles by the checker's clang; its object file to OBJECT.
function(assay_clang_object object name source)
  cmake_parse_arguments(O "" "" "FLAGS" ${ARGN})
  get_filename_component(path ${source} ABSOLUTE)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  set(dlpack "")
  if(NOT ASSAY_DLPACK_FOLDER STREQUAL "/usr/include")  # named again it would hide the C library's headers
    set(dlpack -isystem ${ASSAY_DLPACK_FOLDER})
  endif()
  add_custom_command(OUTPUT ${file} DEPFILE ${file}.d DEPENDS ${path} COMMENT "clang ${name}" VERBATIM
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${ASSAY_CHECKER_COMPILER} ${O_FLAGS} -Wall -Wextra -Wshadow
      -Wno-missing-field-initializers -Wno-unknown-pragmas -I ${PROJECT_SOURCE_DIR} ${dlpack}
      -MD -MF ${file}.d -MT ${file} -c ${path} -o ${file})
  set_source_files_properties(${file} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(${object} ${file} PARENT_SCOPE)
endfunction()

# assay_checked_object(OBJECT NAME source [DEFINITIONS d...] [INCLUDES folders...]): a kernel's unit in the flavour
# `checked`; the folders stand before the tree's root. Whatever links it links assay::cuda_emulator_checked too. Only
# where ASSAY_CHECKER_ON.
function(assay_checked_object object name source)
  cmake_parse_arguments(O "" "" "DEFINITIONS;INCLUDES" ${ARGN})
  list(TRANSFORM O_DEFINITIONS PREPEND -D)
  list(TRANSFORM O_INCLUDES PREPEND -I)
  assay_clang_object(file ${name} ${source} FLAGS ${ASSAY_CHECKER_FLAGS} ${O_DEFINITIONS} ${O_INCLUDES})
  set(${object} ${file} PARENT_SCOPE)
endfunction()
