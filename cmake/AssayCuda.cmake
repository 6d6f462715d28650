# SPDX-License-Identifier: Apache-2.0
# Whether CUDA kernels are compiled for a device. Without CMake's own CUDA language, whose set-up ends the configuration
# where a compiler is broken or does not know an architecture: nvcc is asked here, and called by custom commands.
#
# Sets ASSAY_CUDA_ON, and where it is on ASSAY_NVCC, ASSAY_NVCC_FLAGS and ASSAY_CUDA_TARGETS ("sm_80 sm_90 ptx_90").
set(ASSAY_CUDA AUTO CACHE STRING "Compile the CUDA kernels for a device: AUTO (where nvcc works), ON or OFF")
set_property(CACHE ASSAY_CUDA PROPERTY STRINGS AUTO ON OFF)
set(ASSAY_CUDA_ARCHITECTURES 80 90 CACHE STRING "Architectures to compile CUDA kernels for, as far as nvcc knows them")

# Runs nvcc; its output, and in `error` what went wrong in a line, empty if nothing did.
function(assay_ask_nvcc output error)
  execute_process(COMMAND ${ASSAY_NVCC} ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE err)
  set(${output} "${out}" PARENT_SCOPE)
  set(${error} "" PARENT_SCOPE)
  if(NOT result EQUAL 0)
    string(STRIP "${err}${out}" text)
    string(REGEX REPLACE "\n.*" "" line "${text}")
    list(GET ARGN 0 asked)
    set(${error} "${ASSAY_NVCC} ${asked} ends with ${result} ${line}" PARENT_SCOPE)
  endif()
endfunction()

# -gencode for each wanted architecture that nvcc knows, and PTX of the last one.
function(assay_choose_architectures known)
  set(flags "")
  set(targets "")
  foreach(architecture IN LISTS ASSAY_CUDA_ARCHITECTURES)
    if(known MATCHES "compute_${architecture}(\n|$)")
      list(APPEND flags -gencode arch=compute_${architecture},code=sm_${architecture})
      string(APPEND targets "sm_${architecture} ")
      set(last ${architecture})
    endif()
  endforeach()
  if(flags)
    list(APPEND flags -gencode arch=compute_${last},code=compute_${last})
    string(APPEND targets "ptx_${last}")
  endif()
  set(ASSAY_NVCC_FLAGS "${flags}" PARENT_SCOPE)
  set(ASSAY_CUDA_TARGETS "${targets}" PARENT_SCOPE)
endfunction()

# Compiles a few lines as the kernels are compiled; asked again when the compiler or its flags change.
function(assay_try_nvcc version error)
  set(key "${ASSAY_NVCC} ${version} ${ASSAY_NVCC_FLAGS}")
  set(folder ${CMAKE_BINARY_DIR}/CMakeFiles/assay_nvcc)
  if(NOT ASSAY_NVCC_TRIED STREQUAL key)
    file(WRITE ${folder}/try.cu "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n#include <string>\n"
      "__global__ void half_of(float* x) { *x = __half2float(__float2half_rn(*x / 2)); }\n")
    assay_ask_nvcc(out failed -std=c++20 ${ASSAY_NVCC_FLAGS} -Xcompiler -fPIC -shared ${folder}/try.cu
      -o ${folder}/libtry.so)
    if(failed)
      string(REPLACE "-std=c++20" "compiling a kernel" failed "${failed}")
      set(${error} "${failed}" PARENT_SCOPE)
      return()
    endif()
    set(ASSAY_NVCC_TRIED "${key}" CACHE INTERNAL "nvcc that has compiled a kernel")
  endif()
  set(${error} "" PARENT_SCOPE)
endfunction()

# In `why` the reason for which there is no device code; empty: there is.
function(assay_find_nvcc why version)
  find_program(ASSAY_NVCC nvcc HINTS $ENV{CUDA_HOME}/bin $ENV{CUDA_PATH}/bin /usr/local/cuda/bin /opt/cuda/bin)
  set(${version} "" PARENT_SCOPE)
  if(NOT ASSAY_NVCC)
    set(${why} "nvcc not found; install the CUDA toolkit or set ASSAY_NVCC" PARENT_SCOPE)
    return()
  endif()
  assay_ask_nvcc(text failed --version)
  if(NOT failed AND NOT text MATCHES "release ([0-9]+)[.0-9]*, V([0-9.]+)")
    set(failed "${ASSAY_NVCC} --version names no release")
  elseif(NOT failed AND CMAKE_MATCH_1 LESS 12)
    set(failed "nvcc ${CMAKE_MATCH_2} is too old; C++20 takes 12 or later")
  endif()
  set(number "${CMAKE_MATCH_2}")
  if(NOT failed)
    assay_ask_nvcc(known failed --list-gpu-arch)
  endif()
  if(NOT failed)
    assay_choose_architectures("${known}")
    if(NOT ASSAY_NVCC_FLAGS)
      set(failed "nvcc ${number} knows none of the architectures ${ASSAY_CUDA_ARCHITECTURES}")
    else()
      assay_try_nvcc("${number}" failed)
    endif()
  endif()
  set(${why} "${failed}" PARENT_SCOPE)
  set(${version} "${number}" PARENT_SCOPE)
  set(ASSAY_NVCC_FLAGS "${ASSAY_NVCC_FLAGS}" PARENT_SCOPE)
  set(ASSAY_CUDA_TARGETS "${ASSAY_CUDA_TARGETS}" PARENT_SCOPE)
endfunction()

set(ASSAY_CUDA_ON OFF)
if(NOT ASSAY_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "ASSAY_CUDA=${ASSAY_CUDA}: want AUTO, ON or OFF")
elseif(ASSAY_CUDA STREQUAL "OFF")
  message(STATUS "CUDA kernels for a device: off (ASSAY_CUDA=OFF)")
else()
  assay_find_nvcc(why version)
  if(NOT why)
    set(ASSAY_CUDA_ON ON)
    message(STATUS "CUDA kernels for a device: on (nvcc ${version}, ${ASSAY_CUDA_TARGETS})")
  elseif(ASSAY_CUDA STREQUAL "ON")
    message(FATAL_ERROR "ASSAY_CUDA=ON, but ${why}")
  else()
    message(STATUS "CUDA kernels for a device: skipped, ${why}")
  endif()
endif()

# assay_cuda_plugin(NAME FOLDER source [DEFINITIONS d...] [LIBRARIES l...]): a plug-in build/<preset>/FOLDER/libNAME.so
# compiled by nvcc, target assay_plugin_NAME; what ptxas says of its kernels goes to FOLDER/NAME.ptxas.
function(assay_cuda_plugin name folder source)
  cmake_parse_arguments(P "" "" "DEFINITIONS;LIBRARIES" ${ARGN})
  set(out ${PROJECT_BINARY_DIR}/${folder})
  set(object ${out}/${name}.o)
  set(compile ${CMAKE_CXX_COMPILER_LAUNCHER} ${ASSAY_NVCC} -x cu -std=c++20 -O2 ${ASSAY_NVCC_FLAGS} -Xptxas -v
    "-DASSAY_CUDA_TARGETS=\"${ASSAY_CUDA_TARGETS}\"" ${P_DEFINITIONS} -I ${PROJECT_SOURCE_DIR}
    -I ${ASSAY_DLPACK_FOLDER} -Xcompiler -fPIC,-fvisibility=hidden,-Wall,-Wextra,-Wno-missing-field-initializers)
  add_custom_command(OUTPUT ${object} ${out}/${name}.ptxas DEPFILE ${object}.d
    COMMAND ${CMAKE_COMMAND} -E make_directory ${out}
    COMMAND sh -c "\"$@\" >\"$0\" 2>&1 || { cat \"$0\"; exit 1; }" ${out}/${name}.ptxas
      ${compile} -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -MD -MF ${object}.d -MT ${object} -o ${object}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source} COMMENT "nvcc ${name}" VERBATIM)
  set(link "")  # nvcc takes no file whose name ends with a version, as the libraries of Python packages do
  foreach(library IN LISTS P_LIBRARIES)
    get_filename_component(place ${library} DIRECTORY)
    list(APPEND link -Xlinker ${library} -Xlinker -rpath=${place})
  endforeach()
  add_custom_command(OUTPUT ${out}/lib${name}.so COMMAND ${ASSAY_NVCC} -shared ${ASSAY_NVCC_FLAGS} ${object}
    ${link} -o ${out}/lib${name}.so DEPENDS ${object} COMMENT "Linking lib${name}.so" VERBATIM)
  add_custom_target(assay_plugin_${name} ALL DEPENDS ${out}/lib${name}.so)
endfunction()
