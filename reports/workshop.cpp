// SPDX-License-Identifier: Apache-2.0
#include "reports/workshop.hpp"

#include <thread>
#include <utility>

namespace assay::reports {

Workshop::Workshop(const CampaignOptions& options) : options_(options), results_(options.exhibits.size()) {
  for (const impls::KernelPointer& kernel : options.kernels) powers_.try_emplace(kernel->name());
}

void Workshop::run() {
  std::vector<std::jthread> others;
  for (int n = 1; n < options_.threads; ++n) others.emplace_back([this] { work(); });
  work();
  others.clear();
  if (trouble_) std::rethrow_exception(trouble_);
}

bool Workshop::may_begin() const {
  const bool late = options_.budget_seconds && watch_.milliseconds() > *options_.budget_seconds * 1000;
  return !late && !stopped(options_) && !failed_;
}

void Workshop::work() {
  for (std::size_t n; may_begin() && (n = next_++) < results_.size();) {
    try {
      report(n, judge(options_.exhibits[n]));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!trouble_) trouble_ = std::current_exception();
      failed_ = true;
    }
  }
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
