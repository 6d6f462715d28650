// SPDX-License-Identifier: Apache-2.0
// assay-measure confusion: how violated runs of deliberately wrong kernels are named, on seeds that nothing
// else uses. Prints one line a fault, separated by tabs, then the two shares.
#include <fmt/format.h>

#include "fuzz/measure/verbs.hpp"
#include "fuzz/parallel.hpp"
#include "impls/registry.hpp"
#include "properties/sensitivity/confusion.hpp"

namespace assay::measure {
namespace {

using properties::Confusion;

constexpr std::uint64_t first_seed = 5'000'011;

Confusion confusion_of(const impls::Fault& fault, std::uint64_t seeds) {
  Confusion confusion;
  for (std::uint64_t n = 0; n < seeds; ++n)
    for (const auto& run : properties::name_runs(fault, properties::confusion_cases(fault, first_seed + n)))
      confusion.add(run);
  return confusion;
}

std::string told(const std::string& suspect) { return suspect.empty() ? "no known suspect" : suspect; }

void print(const std::string& name, const std::string& suspect, const Confusion& c) {
  std::string wrong;
  for (const auto& [other, count] : c.wrong)
    wrong += fmt::format("{}{} {}", wrong.empty() ? "" : ", ", count, told(other));
  fmt::print("{}\t{}\t{}\t{}\t{}\t{}\n", name, told(suspect), c.violated, c.ambiguous, c.right, wrong);
}

void print_share(const char* title, const Confusion& c) {
  fmt::print("{}: {} of {} right ({:.1f} %), {} ambiguous runs left out\n", title, c.right, c.counted(),
             c.counted() == 0 ? 0 : 100.0 * c.right / c.counted(), c.ambiguous);
}

}  // namespace

int confusion(const ConfusionOptions& options) {
  const std::vector<const impls::Fault*> faults = impls::select_faults(options.faults);
  std::vector<Confusion> found(faults.size());
  fuzz::for_each_in_parallel(faults.size(), fuzz::hardware_threads(),
                             [&](std::size_t n) { found[n] = confusion_of(*faults[n], options.seeds); });
  fmt::print("fault\tsuspect\tviolated\tambiguous\tright\tcalled otherwise\n");
  Confusion named, unnamed;
  for (std::size_t n = 0; n < faults.size(); ++n) {
    print(faults[n]->kernel->name(), faults[n]->suspect, found[n]);
    (faults[n]->suspect.empty() ? unnamed : named).merge(found[n]);
  }
  print_share("named", named);
  print_share("no known suspect", unnamed);
  return 0;
}

}  // namespace assay::measure
