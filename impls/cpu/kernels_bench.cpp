// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "impls/registry.hpp"
#include "reference/model/case/case.hpp"

#ifdef ASSAY_HAVE_OPENBLAS
#include <cblas.h>
extern "C" void openblas_set_num_threads(int count);
#endif

namespace assay::impls {
namespace {

/// Processor time of the process: with one thread it is the time of the work, whatever else the machine does.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Case square_case(std::int64_t length, const std::string& fields) {
  const std::string t = std::to_string(length);
  return parse_case("b=1 hq=1 tq=" + t + " tk=" + t + " dk=64 " + fields + " recipe=r1 seed=1");
}

#ifdef ASSAY_HAVE_OPENBLAS
/// The two matrix products of attention alone, S = Q K^T and O = S V, by OpenBLAS on one thread: what no kernel of this
/// shape can beat.
class TwoProducts {
 public:
  explicit TwoProducts(int length)
      : length_(length),
        operand_(static_cast<std::size_t>(length) * 64, 0.5f),
        scores_(static_cast<std::size_t>(length) * length) {
    openblas_set_num_threads(1);
  }
  double run_seconds() {
    const double start = processor_seconds();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, length_, length_, 64, 1, operand_.data(), 64, operand_.data(),
                64, 0, scores_.data(), length_);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, length_, 64, length_, 1, scores_.data(), length_,
                operand_.data(), 64, 0, out_.data(), 64);
    benchmark::DoNotOptimize(out_.data());
    return processor_seconds() - start;
  }

 private:
  int length_;
  std::vector<float> operand_, scores_, out_ = std::vector<float>(static_cast<std::size_t>(length_) * 64);
};
#endif

/// The tiled kernel on one thread. ratio_to_two_sgemm: its rate over that of the two products, each at its best call;
/// the calls take turns, so that a change of clock speed meets both.
void tiled_one_thread(benchmark::State& state, const std::string& fields) {
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const Case the_case = square_case(state.range(0), fields);
  const Inputs inputs = make_inputs(the_case);
  const KernelPointer kernel = find_kernel("tiled");
  Outputs outputs = blank_outputs(the_case.problem);
  std::vector<double> own, other;
#ifdef ASSAY_HAVE_OPENBLAS
  TwoProducts products(static_cast<int>(state.range(0)));
#endif
  for (auto _ : state) {
    const double start = processor_seconds();
    kernel->run(the_case.problem, inputs, outputs);
    own.push_back(processor_seconds() - start);
    state.SetIterationTime(own.back());
#ifdef ASSAY_HAVE_OPENBLAS
    other.push_back(products.run_seconds());
#endif
  }
  const auto best = [](const std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); };
  const double flops = cost(the_case.problem).flops;
  state.counters["GFLOP/s"] = flops / best(own) * 1e-9;
  if (other.empty()) return;
  state.counters["sgemm_GFLOP/s"] = flops / best(other) * 1e-9;
  state.counters["ratio_to_two_sgemm"] = best(other) / best(own);
}

void whole_kernel(benchmark::State& state, const std::string& name, const std::string& fields) {
  const Case the_case = square_case(state.range(0), fields);
  const Inputs inputs = make_inputs(the_case);
  const KernelPointer kernel = find_kernel(name);
  Outputs outputs = blank_outputs(the_case.problem);
  for (auto _ : state) kernel->run(the_case.problem, inputs, outputs);
  state.counters["GFLOP/s"] =
      benchmark::Counter(cost(the_case.problem).flops * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK_CAPTURE(tiled_one_thread, full, "dtype=fp32")->Arg(1024)->UseManualTime()->MinTime(1);
BENCHMARK_CAPTURE(tiled_one_thread, bf16, "dtype=bf16")->Arg(1024)->UseManualTime();
BENCHMARK_CAPTURE(tiled_one_thread, masked, "dtype=fp32 mask=11qk")->Arg(1024)->UseManualTime();
BENCHMARK_CAPTURE(whole_kernel, tiled_all_threads, "tiled", "dtype=fp32")->Arg(1024)->UseRealTime();
BENCHMARK_CAPTURE(whole_kernel, explicit_fp32, "explicit_fp32", "dtype=fp32")->Arg(256);
BENCHMARK_CAPTURE(whole_kernel, explicit_bf16, "explicit_bf16", "dtype=bf16")->Arg(256);
BENCHMARK_CAPTURE(whole_kernel, double_yardstick, "double_yardstick", "dtype=fp32")->Arg(256);

}  // namespace
}  // namespace assay::impls

BENCHMARK_MAIN();
