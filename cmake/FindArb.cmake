# SPDX-License-Identifier: Apache-2.0
# Arb::Arb, for tests only. Debian: libflint-arb-dev, which calls the library flint-arb.
find_package(FLINT REQUIRED)
find_path(ARB_INCLUDE_DIR arb.h)
find_library(ARB_LIBRARY NAMES flint-arb arb)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Arb REQUIRED_VARS ARB_LIBRARY ARB_INCLUDE_DIR)
if(Arb_FOUND AND NOT TARGET Arb::Arb)
  add_library(Arb::Arb UNKNOWN IMPORTED)
  set_target_properties(Arb::Arb PROPERTIES
    IMPORTED_LOCATION ${ARB_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${ARB_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES FLINT::FLINT)
endif()
