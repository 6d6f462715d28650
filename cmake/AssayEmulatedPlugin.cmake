# SPDX-License-Identifier: Apache-2.0
# Part of the installed package, component `emulator`: other projects' CUDA kernels on the CPU.
#
# assay_emulated_plugin(NAME source [ORDER linear|reverse|random] [MODEL fp32-fma|volta|ampere|hopper] [CHECKED]
#   [DEFINITIONS d...]): a plug-in NAME.so whose kernels are written to impls/cuda/simt/simt.hpp. ORDER is that of the
# threads, MODEL what tensor cores compute. CHECKED reports races, bounds and unwritten memory, and takes clang;
# without it there is no such target, and a status line. Results are labelled emulated whatever the plug-in's
# description says of its build.
find_program(ASSAY_CHECKER_COMPILER NAMES clang++ clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14)

function(assay_emulated_plugin name source)
  cmake_parse_arguments(P "CHECKED" "ORDER;MODEL" "DEFINITIONS" ${ARGN})
  if(P_CHECKED AND NOT ASSAY_CHECKER_COMPILER)
    message(STATUS "${name} is left out: clang++ not found, which the flavour CHECKED takes")
    return()
  endif()
  assay_emulated_word(order "${P_ORDER}" Linear "linear;reverse;random" "Linear;Reverse;Random")
  assay_emulated_word(model "${P_MODEL}" Fp32Fma "fp32-fma;volta;ampere;hopper" "Fp32Fma;Volta;Ampere;Hopper")
  set(settings ${CMAKE_CURRENT_BINARY_DIR}/${name}_settings.cpp)
  file(CONFIGURE OUTPUT ${settings} CONTENT
"#include <impls/cuda/simt/simt.hpp>

[[maybe_unused]] static const bool is_set = [] {
  assay::emulator::library_settings().order = assay::emulator::Order::${order};
  assay::emulator::library_settings().model = assay::emulator::DotModel::${model};
  return true;
}();
")
  if(P_CHECKED)
    assay_checked_source(source ${name} ${source} ${P_DEFINITIONS})
  endif()
  add_library(${name} MODULE ${source} ${settings})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_compile_definitions(${name} PRIVATE ${P_DEFINITIONS})
  # Products and sums are rounded apart, as the kernel writes them; a loop that never ends stays one. Unrolling is
  # nvcc's word. A name that only a library of the compiler's knows is refused here and not at loading.
  target_compile_options(${name} PRIVATE -ffp-contract=off -fno-finite-loops -Wno-unknown-pragmas)
  target_link_options(${name} PRIVATE -Wl,-z,defs)
  target_link_libraries(${name} PRIVATE assay::plugin
    $<IF:$<BOOL:${P_CHECKED}>,assay::emulator_checked,assay::emulator>)
  set_target_properties(${name} PROPERTIES PREFIX "" CXX_VISIBILITY_PRESET hidden)
endfunction()

# assay_emulated_word(OUT value default words spellings): what the emulator calls one of the words.
function(assay_emulated_word out value default words spellings)
  set(${out} ${default} PARENT_SCOPE)
  if(value STREQUAL "")
    return()
  endif()
  list(FIND words "${value}" n)
  if(n LESS 0)
    message(FATAL_ERROR "assay_emulated_plugin: '${value}' is none of ${words}")
  endif()
  list(GET spellings ${n} spelling)
  set(${out} ${spelling} PARENT_SCOPE)
endfunction()

# assay_checked_source(OUT NAME source definitions...): the object that clang makes of a kernel's source, every load and
# store of which calls the checker.
function(assay_checked_source out name source)
  get_filename_component(path ${source} ABSOLUTE)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}_checked.o)
  set(definitions ${ARGN})
  list(TRANSFORM definitions PREPEND -D)
  get_target_property(includes assay::plugin INTERFACE_INCLUDE_DIRECTORIES)
  list(TRANSFORM includes PREPEND -I)
  add_custom_command(OUTPUT ${object} DEPENDS ${path} DEPFILE ${object}.d VERBATIM
    COMMAND ${ASSAY_CHECKER_COMPILER} @ASSAY_CHECKER_WORDS@ ${definitions} ${includes} -MD -MF ${object}.d
      -MT ${object} -c ${path} -o ${object})
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(${out} ${object} PARENT_SCOPE)
endfunction()
