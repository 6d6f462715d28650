# SPDX-License-Identifier: Apache-2.0
# What others get: find_package(assay) with assay::judge and assay::plugin, the program, the headers.
#
# The folders' libraries are static and position-independent; assay::judge is all of their objects as one library,
# static or shared as BUILD_SHARED_LIBS says. The other kind costs a link and is installed by its component's name:
#   cmake --install build/dev --component common && cmake --install build/dev --component shared
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(ASSAY_HEADERS ${CMAKE_INSTALL_INCLUDEDIR}/assay)
set(ASSAY_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/assay)

# assay_judge(KIND): the library of that kind, installed by default where BUILD_SHARED_LIBS asks for it.
function(assay_judge kind)
  string(TOUPPER ${kind} type)
  set(objects "")
  foreach(folder model exact error plugin_host impls properties fuzz reports)
    list(APPEND objects $<TARGET_OBJECTS:assay_${folder}>)
  endforeach()
  set(target assay_judge_${kind})
  add_library(${target} ${type} ${objects})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME assay EXPORT_NAME judge
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${ASSAY_HEADERS}>)
  # The libraries behind those of the folders; what is headers only (Boost, nlohmann, ...) nobody outside needs.
  target_link_libraries(${target} PUBLIC assay_plugin
    PRIVATE MPFI::MPFI GMP::GMPXX fmt::fmt TBB::tbb pugixml::pugixml Threads::Threads ${CMAKE_DL_LIBS})
  if(kind STREQUAL shared)
    target_link_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wl,--no-undefined>)
  endif()

  set(optional EXCLUDE_FROM_ALL)
  if((BUILD_SHARED_LIBS AND kind STREQUAL shared) OR (NOT BUILD_SHARED_LIBS AND kind STREQUAL static))
    set(optional "")
  endif()
  install(TARGETS ${target} EXPORT assay_${kind}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${kind} ${optional}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${kind} ${optional})
  install(EXPORT assay_${kind} NAMESPACE assay:: FILE assay-${kind}.cmake DESTINATION ${ASSAY_PACKAGE}
    COMPONENT ${kind} ${optional})
endfunction()

find_package(GMP REQUIRED)
find_package(MPFR REQUIRED)
find_package(MPFI REQUIRED)
find_package(fmt REQUIRED)
find_package(TBB REQUIRED)
find_package(pugixml REQUIRED)
find_package(Threads REQUIRED)
find_package(dlpack REQUIRED)
assay_judge(static)
assay_judge(shared)

set_target_properties(assay_plugin PROPERTIES EXPORT_NAME plugin)
install(TARGETS assay_plugin EXPORT assay_plugin)
install(EXPORT assay_plugin NAMESPACE assay:: FILE assay-plugin.cmake DESTINATION ${ASSAY_PACKAGE} COMPONENT common)

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/assay-config.cmake.in ${PROJECT_BINARY_DIR}/assay-config.cmake
  INSTALL_DESTINATION ${ASSAY_PACKAGE})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/assay-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/assay-config.cmake ${PROJECT_BINARY_DIR}/assay-config-version.cmake
  cmake/FindGMP.cmake cmake/FindMPFR.cmake cmake/FindMPFI.cmake
  DESTINATION ${ASSAY_PACKAGE} COMPONENT common)

# Headers keep their paths, so that "reference/model/problem.hpp" means the same inside and outside. What only a
# built-in kernel, a verb or a test of ours includes stays here.
install(DIRECTORY reference impls properties fuzz reports DESTINATION ${ASSAY_HEADERS} COMPONENT common
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h"
  REGEX "/impls/[a-z]*$" EXCLUDE REGEX "/reports/[a-z]*$" EXCLUDE
  REGEX "/(golden|dtypes|masks|catalog|suites|corpus|measure)$" EXCLUDE
  REGEX "/(arb_[a-z]*|onnx_vectors|cross_cases|rapidcheck_case|asked_killer|planted_kernel|sample_run)[.]hpp$" EXCLUDE
  REGEX "/(exhibit_judge|gatherer|namer|stopwatch|workshop)[.]hpp$" EXCLUDE
  REGEX "/(convert|explicit_attention|online|plain_online|visibility)[.]hpp$" EXCLUDE
  REGEX "/(misreading|remembering|slip_roundings|whole_matrix)[.]hpp$" EXCLUDE)

# The emulator of CUDA kernels, in a component of its own: assay::emulator, its checker, and how a plug-in is made.
#   cmake --install build/dev --component common && cmake --install build/dev --component emulator
foreach(flavour emulator emulator_checked)
  add_library(assay_${flavour} STATIC $<TARGET_OBJECTS:assay_cuda_${flavour}>)
  set_target_properties(assay_${flavour} PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME ${flavour}
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  target_link_libraries(assay_${flavour} PUBLIC assay_plugin)
endforeach()
target_link_libraries(assay_emulator_checked PUBLIC assay_emulator ${CMAKE_DL_LIBS})
install(TARGETS assay_emulator assay_emulator_checked EXPORT assay_emulator
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT emulator)
install(EXPORT assay_emulator NAMESPACE assay:: FILE assay-emulator.cmake DESTINATION ${ASSAY_PACKAGE}
  COMPONENT emulator)
install(DIRECTORY impls/cuda/simt impls/cuda/emulator DESTINATION ${ASSAY_HEADERS}/impls/cuda COMPONENT emulator
  FILES_MATCHING PATTERN "*.hpp" REGEX "/emulator/[a-z]+$" EXCLUDE REGEX "in_every_order[.]hpp$" EXCLUDE)
list(JOIN ASSAY_CHECKER_FLAGS " " ASSAY_CHECKER_WORDS)
configure_file(cmake/AssayEmulatedPlugin.cmake ${PROJECT_BINARY_DIR}/AssayEmulatedPlugin.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/AssayEmulatedPlugin.cmake DESTINATION ${ASSAY_PACKAGE} COMPONENT emulator)

# The program that runs plug-ins lies beside the one that looks for it there.
install(TARGETS assay assay_worker RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT common)
# What they were made with, by the versions that are installed then: SPDX 2.3.
install(CODE "
  execute_process(COMMAND \${CMAKE_COMMAND} -DPACKAGES=${CMAKE_SOURCE_DIR}/cmake/packages.txt
    -DVERSION=${PROJECT_VERSION} -DOUT=${PROJECT_BINARY_DIR}/sbom.spdx.json
    -P ${CMAKE_SOURCE_DIR}/cmake/sbom.cmake COMMAND_ERROR_IS_FATAL ANY)"
  COMPONENT common)
install(FILES ${PROJECT_BINARY_DIR}/sbom.spdx.json LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT common)
