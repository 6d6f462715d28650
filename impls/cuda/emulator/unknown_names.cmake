# SPDX-License-Identifier: Apache-2.0
# What the emulator does not offer must not compile: a stub would be a wrong answer. Given: COMPILER, ROOT and FOLDER.
set(unknown
  "__activemask is not emulated: write a mask|unsigned a() { return __activemask()\; }"
  "__shfl is not emulated: write __shfl_sync|int b() { return __shfl(1, 0)\; }"
  "__expf is not emulated: write expf|float c(float x) { return __expf(x)\; }"
  "__logf is not emulated: write logf|template <class T> float c2(T x) { return __logf(x)\; }"
  "__sinf is not emulated: write sinf|float c3(float x) { return __sinf(x)\; }"
  "__powf is not emulated: write powf|float c4(float x) { return __powf(x, x)\; }"
  "clock64|long long d() { return clock64()\; }"
  "atomicExch|int e(int* p) { return atomicExch(p, 1)\; }"
  "__fdividef is not emulated: write x / y|float f(float x) { return __fdividef(x, x)\; }"
  "cudaMalloc|void* g() { void* p\; cudaMalloc(&p, 1)\; return p\; }"
  "__constant__|__constant__ float h[4]\;"
  "cooperative_groups|void i() { cooperative_groups::this_grid()\; }"
  "tex1Dfetch|int j() { return tex1Dfetch(0, 1)\; }"
  "nvcuda|void m() { nvcuda::wmma::fill_fragment(0, 0)\; }"
  "__nanosleep|void k() { __nanosleep(1)\; }"
  "__hadd|__half l(__half x) { return __hadd(x, x)\; }")

# compile(TEXT result messages)
function(compile text result messages)
  file(WRITE ${FOLDER}/snippet.cpp "#include \"impls/cuda/simt/simt.hpp\"\n${text}\n")
  execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -fmax-errors=0 -I ${ROOT} ${FOLDER}/snippet.cpp
    RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE error)
  set(${result} ${code} PARENT_SCOPE)
  set(${messages} "${error}" PARENT_SCOPE)
endfunction()

compile("__global__ void known(float* x) { __syncthreads(); x[threadIdx.x] = fmaf(2.0f, x[0], 1.0f); }" failed said)
if(failed)
  message(FATAL_ERROR "a kernel of known words does not compile:\n${said}")
endif()
set(all "")
foreach(entry IN LISTS unknown)
  string(REGEX REPLACE "^[^|]*[|]" "" text "${entry}")
  string(APPEND all "${text}\n")
endforeach()
compile("${all}" failed said)
foreach(entry IN LISTS unknown)
  string(REGEX REPLACE "[|].*" "" name "${entry}")
  if(NOT said MATCHES "error: [^\n]*${name}")
    message(FATAL_ERROR "'${name}' is not said of an emulated kernel; it must not be known:\n${said}")
  endif()
endforeach()
