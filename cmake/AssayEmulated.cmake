# SPDX-License-Identifier: Apache-2.0
# assay_emulated_kernel(NAME source [DEFINITIONS d...] [ORDERS Linear ...] [MODEL Hopper] [ZOO folder]): the kernel of a
# plug-in for the host, compiled once and linked once an order into build/<preset>/cuda/libNAME_emulated_<order>.so,
# target assay_plugin_NAME_emulated_<order>; where the checker is, libNAME_emulated_checked.so too. ZOO:
# libNAME_emulated_zoo.so and ..._zoo_checked.so, compiled with the copy of the kernel in that folder (assay_planted),
# in which its faults can be switched on. The target assay_emulated is all.
add_custom_target(assay_emulated)

function(assay_emulated_kernel name source)
  cmake_parse_arguments(E "" "MODEL;ZOO" "DEFINITIONS;ORDERS" ${ARGN})
  if(NOT E_MODEL)
    set(E_MODEL Fp32Fma)
  endif()
  assay_emulated_flavour(${name}_emulated ${source} "${E_DEFINITIONS}" "${E_ORDERS}" ${E_MODEL} "")
  if(E_ZOO)
    assay_emulated_flavour(${name}_emulated_zoo ${source} "${E_DEFINITIONS};ASSAY_SIMT_ZOO" "" ${E_MODEL} ${E_ZOO})
  endif()
endfunction()

# Without orders the library is named like its objects.
function(assay_emulated_flavour name source definitions orders model zoo)
  add_library(${name}_kernel OBJECT ${source})
  target_link_libraries(${name}_kernel PRIVATE assay_options)
  target_include_directories(${name}_kernel SYSTEM PRIVATE ${ASSAY_DLPACK_FOLDER})
  target_compile_definitions(${name}_kernel PRIVATE ${definitions})
  target_include_directories(${name}_kernel BEFORE PRIVATE ${zoo})
  # Loops are unrolled by nvcc's word for it, which is none of this compiler's.
  target_compile_options(${name}_kernel PRIVATE -fno-finite-loops -Wno-unknown-pragmas
    -Wno-missing-field-initializers)
  set_target_properties(${name}_kernel PROPERTIES CXX_VISIBILITY_PRESET hidden)
  foreach(order IN LISTS orders)
    string(TOLOWER ${order} word)
    assay_emulated_library(${name}_${word} $<TARGET_OBJECTS:${name}_kernel> ${order} ${model} assay::cuda_emulator)
  endforeach()
  if(NOT orders)
    assay_emulated_library(${name} $<TARGET_OBJECTS:${name}_kernel> Linear ${model} assay::cuda_emulator)
  endif()
  if(ASSAY_CHECKER_ON)
    assay_checked_object(object ${name}_checked_kernel ${source} DEFINITIONS ${definitions} INCLUDES ${zoo})
    assay_emulated_library(${name}_checked ${object} Linear ${model} assay::cuda_emulator_checked)
  endif()
endfunction()

function(assay_emulated_library name object order model emulator)
  assay_plugin(${name} cuda ${PROJECT_SOURCE_DIR}/impls/cuda/kernels/common/library.cpp ${object})
  target_compile_definitions(assay_plugin_${name} PRIVATE ASSAY_LIBRARY_ORDER=${order} ASSAY_LIBRARY_MODEL=${model})
  target_link_libraries(assay_plugin_${name} PRIVATE ${emulator})
  add_dependencies(assay_emulated assay_plugin_${name})
endfunction()
