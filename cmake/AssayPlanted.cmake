# SPDX-License-Identifier: Apache-2.0
# assay_planted(FOLDER KERNEL NAMESPACE n): a copy of impls/cuda/kernels/KERNEL's headers in which the faults of
# impls/faults/cuda/KERNEL.planted can be switched on, below the returned folder and by the same path from it: put
# before the tree among the include folders it hides the kernel as it is. A part that no longer fits ends the
# configuration with its file and text.
function(assay_planted folder kernel)
  cmake_parse_arguments(P "" "NAMESPACE" "" ${ARGN})
  set(source ${PROJECT_SOURCE_DIR}/impls/cuda/kernels/${kernel})
  set(parts ${PROJECT_SOURCE_DIR}/impls/faults/cuda/${kernel}.planted)
  set(copy ${CMAKE_CURRENT_BINARY_DIR}/zoo/impls/cuda/kernels/${kernel})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${parts})
  file(READ ${parts} text)
  string(APPEND text "@@ \n")

  set(file "")
  set(old "")
  set(new "")
  set(changed "")
  while(NOT text STREQUAL "")
    string(FIND "${text}" "\n" end)
    string(SUBSTRING "${text}" 0 ${end} line)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${text}" ${end} -1 text)
    string(SUBSTRING "${line}x" 0 1 mark)
    string(LENGTH "${line}" length)
    if(mark STREQUAL "@")
      if(NOT file STREQUAL "")
        assay_plant_part("${copy}/${file}" "${old}" "${new}" "${parts}")
      endif()
      string(SUBSTRING "${line}" 3 -1 file)
      if(NOT file STREQUAL "" AND NOT file IN_LIST changed)
        list(APPEND changed ${file})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source}/${file})
        file(READ ${source}/${file} planted_text)
        set_property(GLOBAL PROPERTY "assay_planted ${copy}/${file}" "\n${planted_text}")
      endif()
      set(old "\n")
      set(new "\n")
    elseif(NOT mark STREQUAL "#" AND length GREATER 0)
      string(SUBSTRING "${line}" 1 -1 line)
      if(NOT mark STREQUAL "+")
        string(APPEND old "${line}\n")
      endif()
      if(NOT mark STREQUAL "-")
        string(APPEND new "${line}\n")
      endif()
    endif()
  endwhile()

  foreach(file IN LISTS changed)
    get_property(planted_text GLOBAL PROPERTY "assay_planted ${copy}/${file}")
    string(SUBSTRING "${planted_text}" 1 -1 planted_text)
    file(CONFIGURE OUTPUT ${copy}/${file} @ONLY CONTENT "${planted_text}")
  endforeach()

  file(READ ${parts} text)
  string(REGEX MATCHALL "Fault::[a-z_]+" names "${text}")
  list(TRANSFORM names REPLACE "Fault::(.*)" "\\1")
  list(REMOVE_DUPLICATES names)
  list(JOIN names ", " enumerators)
  list(TRANSFORM names REPLACE "(.+)" "FAULT(\\1)")
  list(JOIN names " " names)
  file(CONFIGURE OUTPUT ${copy}/faults.hpp @ONLY CONTENT "// Generated from impls/faults/cuda/@kernel@.planted.
#pragma once
#define ASSAY_CUDA_FAULTS(FAULT) @names@
namespace assay::cuda::@P_NAMESPACE@ {
enum class Fault { @enumerators@ };
}
")
  set(${folder} ${CMAKE_CURRENT_BINARY_DIR}/zoo PARENT_SCOPE)
endfunction()

# Changes one part of a text that is kept as a property. Whole lines, which the text must have exactly once.
function(assay_plant_part name old new parts)
  get_property(text GLOBAL PROPERTY "assay_planted ${name}")
  string(FIND "${text}" "${old}" first)
  string(FIND "${text}" "${old}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "${parts}: ${name} has these lines not exactly once, so that nothing can be planted:${old}")
  endif()
  string(REPLACE "${old}" "${new}" text "${text}")
  set_property(GLOBAL PROPERTY "assay_planted ${name}" "${text}")
endfunction()
