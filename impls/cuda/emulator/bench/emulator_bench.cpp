// SPDX-License-Identifier: Apache-2.0
// Time (counter `each`) for one thread's part in a barrier, a shuffle, ...; linked with kernels of either flavour. What
// a GPU takes for the same cannot be told from them.
#include <benchmark/benchmark.h>

#include "impls/cuda/emulator/bench/kernels.hpp"

namespace {

using assay::emulator::BenchLaunch;

template <void (*run)(const BenchLaunch&)>
void each(benchmark::State& state) {
  const BenchLaunch launch{static_cast<unsigned>(state.range(0)), 1000};
  for ([[maybe_unused]] auto _ : state) run(launch);
  const double done = static_cast<double>(state.iterations()) * launch.threads * launch.rounds;
  state.counters["each"] = benchmark::Counter(done, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(each<assay::emulator::bench_barriers>)->Arg(32)->Arg(128)->Arg(1024);
BENCHMARK(each<assay::emulator::bench_shuffles>)->Arg(32)->Arg(128)->Arg(1024);
BENCHMARK(each<assay::emulator::bench_warp_barriers>)->Arg(32)->Arg(128);
BENCHMARK(each<assay::emulator::bench_shared_reads>)->Arg(32)->Arg(128);
BENCHMARK(each<assay::emulator::bench_matrix_products>)->Arg(32)->Arg(128);

}  // namespace

BENCHMARK_MAIN();
