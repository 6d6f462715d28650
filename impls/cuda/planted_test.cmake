# SPDX-License-Identifier: Apache-2.0
# cmake -DPLANTER=cmake/AssayPlanted.cmake -DFOLDER=scratch -P planted_test.cmake: parts are planted where their lines
# stand, and one that fits nowhere, or twice, ends the configuration.
cmake_minimum_required(VERSION 3.23)
if(DEFINED PARTS)
  set(PROJECT_SOURCE_DIR ${FOLDER})
  set(CMAKE_CURRENT_BINARY_DIR ${FOLDER}/build)
  include(${PLANTER})
  assay_planted(zoo k NAMESPACE k)
  return()
endif()

file(WRITE ${FOLDER}/impls/cuda/kernels/k/kernel.hpp "a(x[1]; y);\nsync();\nb(\"\\n\");\nsync();\nc();\n")
set(fitting "@@ kernel.hpp\n-a(x[1]; y);\n+if (!planted(Fault::no_a)) a(x[1]; y);\n sync();\n")
string(APPEND fitting "@@ kernel.hpp\n c();\n+if (planted(Fault::d)) d();\n")
function(expect result pattern parts)
  file(WRITE ${FOLDER}/impls/faults/cuda/k.planted "# Parts.\n${parts}")
  execute_process(COMMAND ${CMAKE_COMMAND} -DPARTS=yes -DPLANTER=${PLANTER} -DFOLDER=${FOLDER}
    -P ${CMAKE_CURRENT_LIST_FILE} RESULT_VARIABLE got ERROR_VARIABLE text)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(NOT got EQUAL result OR NOT text MATCHES "${pattern}")
    message(SEND_ERROR "ends with ${got}, says '${text}'; want ${result} and '${pattern}'")
  endif()
endfunction()

expect(0 "" "${fitting}")
set(folder ${FOLDER}/build/zoo/impls/cuda/kernels/k)
file(READ ${folder}/kernel.hpp text)
set(wanted "if (!planted(Fault::no_a)) a(x[1]; y);\nsync();\nb(\"\\n\");\nsync();\nc();\nif (planted(Fault::d)) d();\n")
if(NOT text STREQUAL wanted)
  message(SEND_ERROR "planted: ${text}")
endif()
file(READ ${folder}/faults.hpp text)
if(NOT text MATCHES "enum class Fault { no_a, d };" OR NOT text MATCHES "FAULT\\(no_a\\) FAULT\\(d\\)\n")
  message(SEND_ERROR "faults: ${text}")
endif()
expect(1 "k.planted: .*kernel.hpp has these lines not exactly once"
  "@@ kernel.hpp\n-sync();\n+if (planted(Fault::s)) sync();\n")
expect(1 "not exactly once" "@@ kernel.hpp\n-absent();\n+if (planted(Fault::s)) absent();\n")
