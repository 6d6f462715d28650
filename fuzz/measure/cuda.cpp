// SPDX-License-Identifier: Apache-2.0
// assay-measure cuda: judge an emulated CUDA kernel against the reference on random cases `first`, `first` + 1, ... of
// the stream `seed`. Ends with 1 if a verdict is violated or faulted: the kernel is held to be right, so that would be
// a false alarm.
#include <fmt/format.h>

#include <chrono>
#include <map>

#include "fuzz/measure/emulated_library.hpp"
#include "fuzz/measure/verbs.hpp"
#include "fuzz/trial.hpp"

namespace assay::measure {
namespace {

const char* order_of(const std::string& asked, std::uint64_t index) {
  static constexpr const char* orders[] = {"linear", "reverse", "random"};
  return asked == "every" ? orders[index % 3] : asked.c_str();
}

}  // namespace

int cuda(const CudaOptions& options) {
  const EmulatedLibrary library(options.library);
  if (!options.model.empty()) library.set("model", options.model);
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t bad = 0;
  double largest = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t index = options.first; index < options.first + options.cases; ++index) {
    const Case the_case = emulated_case(*library.kernel(), options.seed, index);
    library.set("order", order_of(options.order, index));
    library.set("seed", std::to_string(index));
    const fuzz::Trial trial = fuzz::try_case({library.kernel(), {}}, the_case, fuzz::reference_check);
    ++counts[properties::name_of(trial.verdict)];
    largest = std::max(largest, trial.objective);
    if (!properties::is_bad(trial.verdict)) continue;
    ++bad;
    fmt::print("case {} order={} seed={}: {}: {}\n  {}\n", index, order_of(options.order, index), index,
               properties::name_of(trial.verdict), properties::reason_of(trial.verdict), to_text(the_case));
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{}: {} cases, order {}, {} bad, largest error/bound {:.3f}, {:.1f} s\n", library.kernel()->name(),
             options.cases, options.order, bad, largest, seconds);
  for (const auto& [name, count] : counts) fmt::print("  {:>8} {}\n", count, name);
  return bad == 0 ? 0 : 1;
}

}  // namespace assay::measure
