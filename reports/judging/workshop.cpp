// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/workshop.hpp"

#include <utility>

#include "fuzz/parallel.hpp"

namespace assay::reports {

Workshop::Workshop(const CampaignOptions& options) : options_(options), results_(options.exhibits.size()) {
  for (const impls::KernelPointer& kernel : options.kernels) powers_.try_emplace(kernel->name());
}

void Workshop::run() {
  fuzz::for_each_in_parallel(results_.size(), options_.threads, [this](std::size_t n) {
    if (may_begin()) report(n, judge(options_.exhibits[n]));
  });
}

bool Workshop::may_begin() const {
  const bool late = options_.budget_seconds && watch_.milliseconds() > *options_.budget_seconds * 1000;
  return !late && !stopped(options_);
}

std::vector<ExhibitResult> Workshop::judge(const Exhibit& exhibit) {
  ExhibitJudge judge(options_, exhibit);
  std::vector<ExhibitResult> results;
  for (const impls::KernelPointer& kernel : options_.kernels)
    results.push_back(judge(*kernel, options_.power ? &powers_.at(kernel->name()) : nullptr));
  if (exhibit.answer) results.push_back(judge(*exhibit.answer, nullptr));
  return results;
}

void Workshop::report(std::size_t n, std::vector<ExhibitResult>&& results) {
  const std::lock_guard lock(mutex_);
  results_[n] = std::move(results);
  ++done_;
  if (options_.progress) options_.progress(done_, results_.size());
}

}  // namespace assay::reports
