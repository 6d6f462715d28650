// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/gatherer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "reference/model/arithmetic_fields.hpp"

namespace assay::reports {
namespace {

void add_arithmetic(const properties::Requirement& judged, const std::string& dtype, KernelRecord& kernel) {
  const std::string text = to_text(judged.arithmetic);
  for (JudgedArithmetic& known : kernel.arithmetics) {
    if (known.arithmetic != text || known.source != judged.source) continue;
    ++known.cases;
    return;
  }
  JudgedArithmetic added{.arithmetic = text, .source = judged.source, .cases = 1};
  if (judged.source == ArithmeticSource::Declared)
    added.weaker = looser_fields(judged.arithmetic, arithmetic_preset(dtype));
  kernel.arithmetics.push_back(std::move(added));
}

}  // namespace

Gatherer::Gatherer(const CampaignOptions& options, Run& run) : run_(run) {
  for (const impls::KernelPointer& kernel : options.kernels) enter(*kernel, run);
  for (const Exhibit& exhibit : options.exhibits)
    if (exhibit.answer) enter(*exhibit.answer, run);
}

void Gatherer::add(ExhibitResult&& result, std::size_t exhibit) {
  exhibits_.resize(run_.outcomes.size() + result.outcomes.size(), exhibit);
  KernelRecord& kernel = *std::ranges::find(run_.kernels, result.kernel, &KernelRecord::name);
  dtypes_seen_.insert(result.dtype);
  if (result.judged) {
    dtypes_judged_.insert(result.dtype);
    add_arithmetic(*result.judged, result.dtype, kernel);
    if (!std::ranges::count(kernel.conventions, result.convention)) kernel.conventions.push_back(result.convention);
  }
  for (const WorstElement& worst : result.worst) keep_worst(kernel, worst);
  for (const Uncovered& u : result.uncovered) left_out_[{u.what, u.name, u.reason}] += u.count;
  std::ranges::move(result.outcomes, std::back_inserter(run_.outcomes));
}

void Gatherer::skip(const Origin& origin, const std::string& why) {
  ++left_out_[{Uncovered::Kind::Cases, origin_text(origin), why}];
}

void Gatherer::finish() {
  for (const auto& [key, count] : left_out_) {
    const auto& [what, name, reason] = key;
    run_.uncovered.push_back({.what = what, .name = name, .reason = reason, .count = count});
  }
  add_dtypes("no case of this run uses it", [&](const std::string& name) { return !dtypes_seen_.contains(name); });
  add_dtypes("no kernel's output was compared with the reference",
             [&](const std::string& name) { return dtypes_seen_.contains(name) && !dtypes_judged_.contains(name); });
}

/// One entry for all dtypes that have the same reason.
void Gatherer::add_dtypes(const char* reason, const std::function<bool(const std::string&)>& applies) {
  std::string names;
  for (const FloatFormat& format : all_dtypes())
    if (applies(std::string(format.name))) names += (names.empty() ? "" : " ") + std::string(format.name);
  if (!names.empty()) run_.uncovered.push_back({.what = Uncovered::Kind::Dtype, .name = names, .reason = reason});
}

}  // namespace assay::reports
