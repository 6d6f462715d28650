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

# The public headers: what a user of the matchers, kernel_from, plug-ins and the record needs, and what these include.
# Nothing else is installed; a header that is missing here fails the test `ctest -L install`. They keep their paths, so
# that "reference/model/problem.hpp" means the same inside and outside.
set(ASSAY_JUDGE_HEADERS
  # a kernel's own tests
  reports/judging/matchers.hpp
  impls/function_kernel.hpp
  impls/fault_kind.hpp
  impls/kernel.hpp
  # libraries: linked into the test, or in a process of their own
  impls/plugin/host/sandbox.hpp
  impls/plugin/plugin.hpp
  impls/plugin/plugin_call.hpp
  impls/provenance.hpp
  # what attention is asked for
  reference/model/arithmetic.hpp
  reference/model/case/case.hpp
  reference/model/case/recipe.hpp
  reference/model/contract.hpp
  reference/model/convention.hpp
  reference/model/float_format.hpp
  reference/model/inputs.hpp
  reference/model/line_key.hpp
  reference/model/problem.hpp
  reference/model/tensor.hpp
  # the record of a run
  reports/record/origin.hpp
  reports/record/record.hpp
  reports/record/run.hpp
  properties/arithmetic_source.hpp
  properties/call.hpp
  properties/check_name.hpp
  properties/diagnosis/naming.hpp
  properties/judge/statistics.hpp
  properties/verdict.hpp
  reference/error/worst/bound_term.hpp
  reference/model/text_fields.hpp
  reference/model/word_table.hpp)
# Of the emulator, a kernel includes simt.hpp; the others are behind it.
set(ASSAY_EMULATOR_HEADERS
  impls/cuda/simt/simt.hpp
  impls/cuda/simt/device.hpp
  impls/cuda/simt/emulated.hpp
  impls/cuda/fragments.hpp
  impls/cuda/emulator/async_copy.hpp
  impls/cuda/emulator/atomics.hpp
  impls/cuda/emulator/barriers.hpp
  impls/cuda/emulator/dot_model.hpp
  impls/cuda/emulator/global_tensor.hpp
  impls/cuda/emulator/half.hpp
  impls/cuda/emulator/launch.hpp
  impls/cuda/emulator/math.hpp
  impls/cuda/emulator/mma.hpp
  impls/cuda/emulator/planted.hpp
  impls/cuda/emulator/refused.hpp
  impls/cuda/emulator/report.hpp
  impls/cuda/emulator/shared_carve.hpp
  impls/cuda/emulator/site.hpp
  impls/cuda/emulator/spelling.hpp
  impls/cuda/emulator/warp.hpp
  impls/cuda/emulator/words.hpp)

# assay_public_headers(TARGET SCOPE headers...): they are installed with the target, under their paths from the root.
function(assay_public_headers target scope)
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR} FILES ${ARGN})
endfunction()

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
  assay_public_headers(${target} INTERFACE ${ASSAY_JUDGE_HEADERS})
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
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${kind} ${optional}
    FILE_SET HEADERS DESTINATION ${ASSAY_HEADERS} COMPONENT common)
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
assay_public_headers(assay_plugin INTERFACE impls/plugin_abi.h)
install(TARGETS assay_plugin EXPORT assay_plugin FILE_SET HEADERS DESTINATION ${ASSAY_HEADERS} COMPONENT common)
install(EXPORT assay_plugin NAMESPACE assay:: FILE assay-plugin.cmake DESTINATION ${ASSAY_PACKAGE} COMPONENT common)

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/assay-config.cmake.in ${PROJECT_BINARY_DIR}/assay-config.cmake
  INSTALL_DESTINATION ${ASSAY_PACKAGE})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/assay-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/assay-config.cmake ${PROJECT_BINARY_DIR}/assay-config-version.cmake
  cmake/FindGMP.cmake cmake/FindMPFR.cmake cmake/FindMPFI.cmake
  DESTINATION ${ASSAY_PACKAGE} COMPONENT common)

# The emulator of CUDA kernels, in a component of its own: assay::emulator, its checker, and how a plug-in is made.
#   cmake --install build/dev --component common && cmake --install build/dev --component emulator
foreach(flavour emulator emulator_checked)
  add_library(assay_${flavour} STATIC $<TARGET_OBJECTS:assay_cuda_${flavour}>)
  set_target_properties(assay_${flavour} PROPERTIES LINKER_LANGUAGE CXX EXPORT_NAME ${flavour}
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  target_link_libraries(assay_${flavour} PUBLIC assay_plugin)
endforeach()
target_link_libraries(assay_emulator_checked PUBLIC assay_emulator ${CMAKE_DL_LIBS})
assay_public_headers(assay_emulator INTERFACE ${ASSAY_EMULATOR_HEADERS})
install(TARGETS assay_emulator assay_emulator_checked EXPORT assay_emulator
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT emulator
  FILE_SET HEADERS DESTINATION ${ASSAY_HEADERS} COMPONENT emulator)
install(EXPORT assay_emulator NAMESPACE assay:: FILE assay-emulator.cmake DESTINATION ${ASSAY_PACKAGE}
  COMPONENT emulator)
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
