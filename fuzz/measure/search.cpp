// SPDX-License-Identifier: Apache-2.0
// assay-measure search: attack kernels and print what was seen. Without names: every fault,
// then every honest kernel. For an honest kernel all findings are counted; a fault's search ends at its first.
#include <fmt/format.h>

#include <cstdio>

#include "fuzz/measure/verbs.hpp"
#include "fuzz/search.hpp"
#include "impls/registry.hpp"

namespace assay::measure {
namespace {

std::string counts(const std::map<std::string, std::uint64_t>& table) {
  std::string text;
  for (const auto& [name, count] : table) text += fmt::format("    {:>8} {}\n", count, name);
  return text;
}

void attack(const impls::KernelPointer& kernel, fuzz::SearchOptions options) {
  options.findings_max = kernel->name().starts_with("fault/") ? 1 : 100;
  const auto show = [](const fuzz::Finding& f) {
    fmt::print("  {} {} ({} case {}): {}\n  from   {}\n  shrunk {}\n  {} evaluations{}\n", f.check,
               properties::name_of(f.verdict), fuzz::to_text(f.origin), f.index, properties::reason_of(f.verdict),
               f.original_line, f.shrunk_line, f.evaluations, f.smallest ? "" : ", stopped by the limit");
  };
  fmt::print("{}\n", kernel->name());
  const fuzz::SearchSummary s = fuzz::search({kernel, {}}, options, {{}, show});
  fmt::print("  {} cases, {} judged, {} findings, {:.1f} s{}\n", s.cases, s.judged, s.findings, s.seconds,
             s.ended_by_clock ? " (ended by the clock)" : "");
  fmt::print("  largest error/bound {:.3f} on {}\n{}", s.objective_max, s.objective_line, counts(s.verdicts));
  fmt::print("  refused: {}\n{}", s.cases + s.replayed - s.judged, counts(s.refusals));
  std::fflush(stdout);
}

}  // namespace

int search(const SearchOptions& asked) {
  fuzz::SearchOptions options;
  options.cases = asked.cases;
  options.seed = asked.seed;
  options.seconds = asked.seconds;
  for (const std::string& name : asked.kernels) attack(impls::find_kernel(name), options);
  if (!asked.kernels.empty()) return 0;
  for (const impls::Fault& fault : impls::all_faults()) attack(fault.kernel, options);
  for (const impls::KernelPointer& kernel : impls::all_kernels()) attack(kernel, options);
  return 0;
}

}  // namespace assay::measure
