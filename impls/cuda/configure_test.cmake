# SPDX-License-Identifier: Apache-2.0
# cmake -DFINDER=cmake/AssayCuda.cmake -DFOLDER=scratch -P configure_test.cmake: whatever the compiler does, AUTO goes
# on with one line that says why, and only ON ends the configuration.
file(MAKE_DIRECTORY ${FOLDER})

# An nvcc that says this release, knows these architectures and compiles with that exit status.
function(fake name release architectures status)
  file(WRITE ${FOLDER}/${name} "#!/bin/sh\ncase $1 in\n--version) echo 'Cuda compilation tools, ${release}' ;;\n"
    "--list-gpu-arch) printf '${architectures}' ;;\n*) echo 'unsupported host compiler' >&2; exit ${status} ;;\nesac\n")
  file(CHMOD ${FOLDER}/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

function(expect mode nvcc result pattern)
  execute_process(COMMAND ${CMAKE_COMMAND} -DASSAY_CUDA=${mode} -DASSAY_NVCC=${nvcc} -P ${FINDER}
    WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE got OUTPUT_VARIABLE text ERROR_VARIABLE text)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(NOT got EQUAL result OR NOT text MATCHES "${pattern}")
    message(SEND_ERROR "${mode} with ${nvcc}: ends with ${got}, says '${text}'; want ${result} and '${pattern}'")
  endif()
endfunction()

file(WRITE ${FOLDER}/broken "#!/bin/sh\necho 'cannot execute' >&2\nexit 1\n")
file(CHMOD ${FOLDER}/broken PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
fake(good "release 13.0, V13.0.88" "compute_75\\ncompute_80\\ncompute_90\\n" 0)
fake(newer "release 15.1, V15.1.2" "compute_90\\ncompute_150\\n" 0)
fake(old "release 11.8, V11.8.89" "compute_80\\n" 0)
fake(other "release 14.0, V14.0.1" "compute_100\\n" 0)
fake(hostless "release 13.0, V13.0.88" "compute_80\\n" 1)
file(WRITE ${FOLDER}/mute "#!/bin/sh\n")
file(WRITE ${FOLDER}/silent "#!/bin/sh\nexit 1\n")
file(CHMOD ${FOLDER}/mute ${FOLDER}/silent PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

expect(AUTO ${FOLDER}/good 0 "device: on \\(nvcc 13.0.88, sm_80 sm_90 ptx_90, .*/good\\)")
expect(AUTO ${FOLDER}/newer 0 "device: on \\(nvcc 15.1.2, sm_90 ptx_90; it does not know 80, .*/newer\\)")
expect(ON ${FOLDER}/good 0 "device: on")
expect(OFF ${FOLDER}/good 0 "device: off")
expect(off ${FOLDER}/good 0 "device: off")
expect(AUTO OFF 0 "skipped, nvcc not found")
expect(AUTO ${FOLDER}/missing 0 "skipped, .*missing --version ends with")
expect(AUTO ${FOLDER}/broken 0 "skipped, .*broken --version ends with 1 cannot execute")
expect(AUTO ${FOLDER}/mute 0 "skipped, .*names no release")
expect(AUTO ${FOLDER}/silent 0 "skipped, .*silent --version ends with 1 and says nothing")
expect(AUTO ${FOLDER}/old 0 "skipped, nvcc 11.8.89 is too old")
expect(AUTO ${FOLDER}/other 0 "skipped, nvcc 14.0.1 knows none of the architectures")
expect(AUTO ${FOLDER}/hostless 0 "skipped, .*compiling a kernel ends with 1 unsupported host compiler")
expect(ON ${FOLDER}/broken 1 "ASSAY_CUDA=ON, but .*broken --version ends with 1")
expect(MAYBE ${FOLDER}/good 1 "want AUTO, ON or OFF")

# The nvcc that a user has put first in PATH is asked, not the one of the usual place.
file(MAKE_DIRECTORY ${FOLDER}/first)
file(COPY_FILE ${FOLDER}/old ${FOLDER}/first/nvcc)
file(CHMOD ${FOLDER}/first/nvcc PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=CUDA_HOME --unset=CUDA_PATH "PATH=${FOLDER}/first:$ENV{PATH}"
  ${CMAKE_COMMAND} -P ${FINDER} WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(NOT text MATCHES "skipped, nvcc 11.8.89 is too old")
  message(SEND_ERROR "with another nvcc first in PATH: '${text}'")
endif()
