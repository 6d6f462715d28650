# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD=FOLDER -DKIND=static|shared -DSCRATCH=FOLDER -DFLAGS=... -DSOURCE=impls/foreign/consumer -P
# consumer.cmake
# Installs a build into a fresh prefix and lets an outside project use it: copy, configure, build, test.
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
foreach(component common ${KIND})
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix --component ${component})
endforeach()

# A package that remembers where it was built works on this machine alone.
file(GLOB_RECURSE texts ${SCRATCH}/prefix/*.cmake)
foreach(text IN LISTS texts)
  file(STRINGS ${text} lines)
  foreach(place ${BUILD} ${SOURCE})
    string(FIND "${lines}" ${place} found)
    if(NOT found EQUAL -1)
      message(FATAL_ERROR "${text} names ${place}")
    endif()
  endforeach()
endforeach()

file(COPY ${SOURCE}/ DESTINATION ${SCRATCH}/project)
run(${CMAKE_COMMAND} -S ${SCRATCH}/project -B ${SCRATCH}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix
  -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_FLAGS=${FLAGS} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${CMAKE_CTEST_COMMAND} --test-dir ${SCRATCH}/build --output-on-failure --no-tests=error)
