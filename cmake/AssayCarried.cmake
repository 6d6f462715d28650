# SPDX-License-Identifier: Apache-2.0
# ASSAY_CARRIED: programs for a machine with nothing but a C library and a CUDA driver. What has a static library is
# linked so. The rest is copied to lib/ beside bin/, where programs look (target `carried`); the worker has no rest,
# since it is started from memory and has no folder.
option(ASSAY_CARRIED "Build programs that run where their libraries are not installed" OFF)
if(NOT ASSAY_CARRIED)
  function(assay_carry)
  endfunction()
  return()
endif()
set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
set(CMAKE_BUILD_RPATH "$ORIGIN/../lib")
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
add_link_options(-static-libstdc++ -static-libgcc)

find_package(fmt REQUIRED)
add_library(assay_static_fmt STATIC cmake/static_fmt.cpp)
target_include_directories(assay_static_fmt PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
set_target_properties(assay_static_fmt PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/static)
set(static_fmt ${PROJECT_BINARY_DIR}/static/libassay_static_fmt.a)
set_target_properties(fmt::fmt PROPERTIES IMPORTED_LOCATION ${static_fmt} IMPORTED_LOCATION_NONE ${static_fmt}
  IMPORTED_NO_SONAME ON)
add_dependencies(fmt::fmt assay_static_fmt)

find_package(pugixml REQUIRED)
set_target_properties(pugixml::pugixml PROPERTIES INTERFACE_LINK_LIBRARIES pugixml::static)

# assay_carry(PROGRAM...): the target `carried`. Called when all programs are known.
function(assay_carry)
  set(programs "")
  foreach(program IN LISTS ARGN)
    if(TARGET ${program})
      list(APPEND programs $<TARGET_FILE:${program}>)
    endif()
  endforeach()
  add_custom_target(carried ALL COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/carry.sh ${PROJECT_BINARY_DIR}/lib ${programs}
    DEPENDS ${programs} VERBATIM)
endfunction()
