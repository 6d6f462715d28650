# SPDX-License-Identifier: Apache-2.0
# assay_extension_point(TARGET t FOLDER f NAMESPACE ns TYPE type HEADER header LIST function [TOGETHER n])
#
# Every FOLDER/<stem>.cpp (tests excepted) defines `type ns::<stem>()`. The build finds the files, writes a sorted list
# `const std::vector<type>& assay::function()` and links it: adding a file is the whole edit; a file without its
# function is a link error that names it. TOGETHER: n files are compiled as one, for folders of many small ones; names
# in unnamed namespaces must then differ within the folder.
function(assay_extension_point)
  cmake_parse_arguments(E "" "TARGET;FOLDER;NAMESPACE;TYPE;HEADER;LIST;TOGETHER" "" ${ARGN})
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${E_FOLDER}/*.cpp)
  list(FILTER files EXCLUDE REGEX "_(test|bench)\\.cpp$")
  list(SORT files)
  set(declarations "")
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(stem ${file} NAME_WE)
    string(APPEND declarations "${E_TYPE} ${stem}();\n")
    string(APPEND entries "      ${E_NAMESPACE}::${stem}(),\n")
  endforeach()
  string(REGEX REPLACE "::[^:]*$" "" outer ${E_LIST})
  string(REGEX REPLACE "^.*::" "" function ${E_LIST})
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT
"// Generated from the files of ${E_FOLDER}.
#include \"${E_HEADER}\"

#include <vector>

namespace ${E_NAMESPACE} {
${declarations}}

namespace ${outer} {
const std::vector<${E_TYPE}>& ${function}() {
  static const std::vector<${E_TYPE}> list{
${entries}  };
  return list;
}
}
")
  target_sources(${E_TARGET} PRIVATE ${files} ${generated})
  if(E_TOGETHER)
    set_target_properties(${E_TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set(count 0)
    foreach(file IN LISTS files)
      math(EXPR group "${count} / ${E_TOGETHER}")
      set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${E_FOLDER}_${group})
      math(EXPR count "${count} + 1")
    endforeach()
  endif()
endfunction()
