// SPDX-License-Identifier: Apache-2.0
// assay_cuda_campaign LIBRARY ORDER CASES SEED [FIRST] [MODEL]: judge an emulated CUDA kernel against the reference on
// random cases FIRST, FIRST + 1, ... of the stream SEED. ORDER: linear, reverse, random (its seed then changes with the
// case) or every, one case in each in turn. MODEL: of tensor cores: fp32-fma, aligned-8-24-23 or aligned-16-25-23. Ends
// with 1 if a verdict is violated or faulted: the kernel is held to be right, so that would be a false alarm.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <map>

#include "fuzz/emulated_library.hpp"
#include "fuzz/trial.hpp"

namespace {

using namespace assay;

const char* order_of(const std::string& asked, std::uint64_t index) {
  static constexpr const char* orders[] = {"linear", "reverse", "random"};
  return asked == "every" ? orders[index % 3] : asked.c_str();
}

int run(int argc, char** argv) {
  const fuzz::EmulatedLibrary library(argv[1]);
  const std::string order = argv[2];
  const std::uint64_t cases = std::strtoull(argv[3], nullptr, 10), seed = std::strtoull(argv[4], nullptr, 10);
  const std::uint64_t first = argc > 5 ? std::strtoull(argv[5], nullptr, 10) : 0;
  if (argc > 6) library.set("model", argv[6]);
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t bad = 0;
  double largest = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t index = first; index < first + cases; ++index) {
    const Case the_case = fuzz::emulated_case(*library.kernel(), seed, index);
    library.set("order", order_of(order, index));
    library.set("seed", std::to_string(index));
    const fuzz::Trial trial = fuzz::try_case({library.kernel(), {}}, the_case, fuzz::reference_check);
    ++counts[properties::name_of(trial.verdict)];
    largest = std::max(largest, trial.objective);
    if (!properties::is_bad(trial.verdict)) continue;
    ++bad;
    fmt::print("case {} order={} seed={}: {}: {}\n  {}\n", index, order_of(order, index), index,
               properties::name_of(trial.verdict), properties::reason_of(trial.verdict), to_text(the_case));
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{}: {} cases, order {}, {} bad, largest error/bound {:.3f}, {:.1f} s\n", library.kernel()->name(), cases,
             order, bad, largest, seconds);
  for (const auto& [name, count] : counts) fmt::print("  {:>8} {}\n", count, name);
  return bad == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "usage: assay_cuda_campaign LIBRARY linear|reverse|random|every CASES SEED [FIRST] [MODEL]\n");
    return 2;
  }
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
