// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/namer.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <string>

#include "fuzz/parallel.hpp"
#include "properties/diagnosis/identify.hpp"
#include "properties/call.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t named_most = 3;  // failures of a kernel

bool is_wrong(const Outcome& outcome) {
  return outcome.check == properties::reference_check && std::holds_alternative<properties::Violated>(outcome.verdict);
}

}  // namespace

Namer::Namer(const CampaignOptions& options, const Gatherer& gatherer, Run& run)
    : options_(options),
      gatherer_(gatherer),
      run_(run) {
  std::map<std::string, std::size_t> asked;
  for (std::size_t n = 0; n < run.outcomes.size(); ++n) {
    const Outcome& outcome = run.outcomes[n];
    if (!is_wrong(outcome) || asked[outcome.kernel] >= named_most || !can_name(n)) continue;
    ++asked[outcome.kernel];
    failures_.push_back(n);
  }
}

void Namer::run() {
  fuzz::for_each_in_parallel(failures_.size(), options_.threads, [this](std::size_t n) {
    if (!stopped(options_)) name(failures_[n]);
  });
}

const Exhibit& Namer::exhibit_of(std::size_t outcome) const { return options_.exhibits[gatherer_.exhibit_of(outcome)]; }

bool Namer::can_name(std::size_t outcome) const {
  return std::visit([](const auto& source) { return properties::can_identify(source.problem); },
                    exhibit_of(outcome).source);
}

void Namer::name(std::size_t n) {
  Outcome& outcome = run_.outcomes[n];
  const Exhibit& exhibit = exhibit_of(n);
  const auto found = std::ranges::find(options_.kernels, outcome.kernel, [](const auto& k) { return k->name(); });
  const bool answered = found == options_.kernels.end();  // and cannot be called on fresh cases
  const impls::Kernel& kernel = answered ? *exhibit.answer : **found;
  const auto named = [&](const auto& source) {
    const Arithmetic arithmetic = properties::requirement_of(kernel, source.problem, options_.required).arithmetic;
    return answered ? properties::name_failure(kernel, call_of(exhibit), arithmetic)
                    : properties::name_failure(kernel, source, arithmetic);
  };
  try {
    outcome.named = std::visit(named, exhibit.source);
  } catch (const std::exception& trouble) {
    outcome.named.text = std::string("not evaluated: ") + trouble.what();
  }
}

}  // namespace assay::reports
