# SPDX-License-Identifier: Apache-2.0
# MPFR::MPFR. Debian: libmpfr-dev.
find_package(GMP REQUIRED)
find_path(MPFR_INCLUDE_DIR mpfr.h)
find_library(MPFR_LIBRARY mpfr)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MPFR REQUIRED_VARS MPFR_LIBRARY MPFR_INCLUDE_DIR)
if(MPFR_FOUND AND NOT TARGET MPFR::MPFR)
  add_library(MPFR::MPFR UNKNOWN IMPORTED)
  set_target_properties(MPFR::MPFR PROPERTIES
    IMPORTED_LOCATION ${MPFR_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${MPFR_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES GMP::GMP)
endif()
