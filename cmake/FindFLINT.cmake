# SPDX-License-Identifier: Apache-2.0
# FLINT::FLINT. Debian: libflint-dev.
find_package(MPFR QUIET)
find_path(FLINT_INCLUDE_DIR flint/flint.h)
find_library(FLINT_LIBRARY flint)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FLINT REQUIRED_VARS FLINT_LIBRARY FLINT_INCLUDE_DIR MPFR_FOUND)
if(FLINT_FOUND AND NOT TARGET FLINT::FLINT)
  add_library(FLINT::FLINT UNKNOWN IMPORTED)
  set_target_properties(FLINT::FLINT PROPERTIES
    IMPORTED_LOCATION ${FLINT_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${FLINT_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES MPFR::MPFR)
endif()
