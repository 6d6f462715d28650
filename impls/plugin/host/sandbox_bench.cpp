// SPDX-License-Identifier: Apache-2.0
// What isolation costs: the example plug-in in C, called in this program and in its own process.
#include <benchmark/benchmark.h>

#include <dlfcn.h>

#include "impls/plugin/plugin.hpp"
#include "impls/plugin/host/sandbox.hpp"
#include "reference/model/case/case.hpp"

namespace {

using namespace assay;

void call(benchmark::State& state, const impls::Kernel& kernel, const char* line) {
  const Case the_case = parse_case(line);
  const Inputs inputs = make_inputs(the_case);
  Outputs outputs = blank_outputs(the_case.problem);
  for (auto step : state) kernel.run(the_case.problem, inputs, outputs);
}

void in_process(benchmark::State& state, const char* line) {
  void* library = dlopen(ASSAY_EXAMPLE, RTLD_NOW);
  const auto entry = reinterpret_cast<decltype(&assay_plugin_entry)>(dlsym(library, "assay_plugin_entry"));
  call(state, *impls::in_process_kernel(entry(ASSAY_ABI_MAJOR, ASSAY_ABI_MINOR)), line);
}

void isolated(benchmark::State& state, const char* line) { call(state, *impls::plugin_kernel(ASSAY_EXAMPLE), line); }

void fresh_process(benchmark::State& state, const char* line) {
  const impls::KernelPointer kernel = impls::plugin_kernel(ASSAY_EXAMPLE);
  const Case the_case = parse_case(line);
  const Inputs inputs = make_inputs(the_case);
  Outputs outputs = blank_outputs(the_case.problem);
  for (auto step : state) kernel->fresh()->run(the_case.problem, inputs, outputs);
}

constexpr const char* small = "b=1 hq=2 hkv=2 tq=16 tk=16 dk=64 dv=64 dtype=fp32 recipe=r1 seed=1";
constexpr const char* large = "b=2 hq=8 hkv=8 tq=256 tk=256 dk=64 dv=64 dtype=fp32 recipe=r1 seed=1";

BENCHMARK_CAPTURE(in_process, b1_h2_t16_d64, small);
BENCHMARK_CAPTURE(isolated, b1_h2_t16_d64, small);
BENCHMARK_CAPTURE(fresh_process, b1_h2_t16_d64, small);
BENCHMARK_CAPTURE(in_process, b2_h8_t256_d64, large);
BENCHMARK_CAPTURE(isolated, b2_h8_t256_d64, large);

}  // namespace

BENCHMARK_MAIN();
