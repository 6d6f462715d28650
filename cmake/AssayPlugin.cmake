# SPDX-License-Identifier: Apache-2.0
find_path(ASSAY_DLPACK_FOLDER dlpack/dlpack.h REQUIRED)

# assay_plugin(NAME FOLDER sources...): a plug-in build/<preset>/FOLDER/libNAME.so, target assay_plugin_NAME, of C or
# C++ sources that include impls/plugin_abi.h and link nothing of ours.
function(assay_plugin name folder)
  set(target assay_plugin_${name})
  add_library(${target} MODULE ${ARGN})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_include_directories(${target} SYSTEM PRIVATE ${ASSAY_DLPACK_FOLDER})
  # A description names the fields it sets; those that it leaves out are meant to be zero.
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow
    -Wno-missing-field-initializers $<$<BOOL:${ASSAY_WERROR}>:-Werror>)
  target_link_libraries(${target} PRIVATE m)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} C_STANDARD 11 C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
endfunction()

# assay_plugins(FOLDER f OUT out TARGET t): every f/<name>.c is a plug-in out/lib<name>.so, built by the target t.
function(assay_plugins)
  cmake_parse_arguments(P "" "FOLDER;OUT;TARGET" "" ${ARGN})
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${P_FOLDER}/*.c)
  if(NOT TARGET ${P_TARGET})
    add_custom_target(${P_TARGET})
  endif()
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WE)
    assay_plugin(${name} ${P_OUT} ${file})
    target_compile_definitions(assay_plugin_${name} PRIVATE _GNU_SOURCE)
    add_dependencies(${P_TARGET} assay_plugin_${name})
  endforeach()
endfunction()
