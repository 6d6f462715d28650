# SPDX-License-Identifier: Apache-2.0
# What only tests and benchmarks take. The programs are built without it: where a part is missing, one line names it
# and the tests are left out as a whole, so that none is missing from a run unseen.
function(assay_leave_out what option verb missing)
  list(JOIN missing ", " names)
  message(STATUS "${what} are left out, not found: ${names} (./run ${verb} installs what they take; "
    "-D${option}=OFF asks for none)")
  set(${option} OFF PARENT_SCOPE)
endfunction()

if(ASSAY_TESTS)
  set(missing "")
  foreach(package GTest rapidcheck Arb)
    find_package(${package} QUIET)
    if(NOT ${package}_FOUND)
      list(APPEND missing ${package})
    endif()
  endforeach()
  # Debian's own Python sees Debian's packages, whatever stands first in PATH.
  find_program(ASSAY_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  if(NOT ASSAY_PYTHON)
    list(APPEND missing /usr/bin/python3)
  endif()
  if(missing)
    assay_leave_out(Tests ASSAY_TESTS test "${missing}")
  endif()
endif()

if(ASSAY_BENCHMARKS)
  find_package(benchmark QUIET)
  if(NOT benchmark_FOUND)
    assay_leave_out(Benchmarks ASSAY_BENCHMARKS bench "Google Benchmark")
  endif()
endif()
