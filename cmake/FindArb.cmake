# SPDX-License-Identifier: Apache-2.0
# Arb::Arb, for tests only: a part of FLINT 3. Before that a library of its own, which Debian 12 has as
# libflint-arb-dev and calls flint-arb.
find_package(FLINT QUIET)
find_path(ARB_INCLUDE_DIR NAMES flint/arb.h arb.h)
if(FLINT_LIBRARY AND EXISTS ${ARB_INCLUDE_DIR}/flint/arb.h)
  set(ARB_LIBRARY ${FLINT_LIBRARY})
else()
  find_library(ARB_LIBRARY NAMES flint-arb arb)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Arb REQUIRED_VARS ARB_LIBRARY ARB_INCLUDE_DIR FLINT_FOUND)
if(Arb_FOUND AND NOT TARGET Arb::Arb)
  add_library(Arb::Arb UNKNOWN IMPORTED)
  set_target_properties(Arb::Arb PROPERTIES
    IMPORTED_LOCATION ${ARB_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${ARB_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES FLINT::FLINT)
endif()
