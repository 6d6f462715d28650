// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "impls/kernel.hpp"
#include "properties/call.hpp"
#include "properties/property.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/case/case.hpp"
#include "reports/record/run.hpp"

namespace assay::reports {

/// Something to judge kernels on, and where it comes from. A case is built when its turn comes; a call is given as
/// data.
struct Exhibit {
  Origin origin{};
  std::variant<Case, properties::Call> source;
  /// Check every share-th property only, beginning at turn: in a suite the cases take the properties in turn.
  std::size_t share = 1;
  std::size_t turn = 0;
  impls::KernelPointer answer{};  ///< judged on this exhibit alone, beside the campaign's kernels
  std::string again{};            ///< the command that repeats it, where it is neither a case line nor an input file
};

/// The tensors of an exhibit, made or copied.
properties::Call call_of(const Exhibit& exhibit);

struct CampaignOptions {
  std::vector<impls::KernelPointer> kernels{};
  std::vector<Exhibit> exhibits{};
  std::optional<Arithmetic> required{};                   ///< judged against instead of what the kernel declares
  bool reference = true;                                  ///< compare with the certified reference
  bool power = false;                                     ///< which faults could not have shown, who kills which
  std::vector<const properties::Property*> properties{};  ///< check these as well
  std::optional<double> budget_seconds{};                 ///< no exhibit is begun after it
  int threads = 1;                          ///< exhibits judged at the same time; the record does not depend on it
  const std::atomic<bool>* stop = nullptr;  ///< once true, no exhibit is begun
  std::function<void(std::size_t done, std::size_t all)> progress{};  ///< after each exhibit, one call at a time
};

/// Whether the campaign was told to end.
bool stopped(const CampaignOptions& options);

/// Turn on the checks named reference, properties, or like a property; none named: reference and every property. Throws
/// UsageError for an unknown one.
void select_checks(const std::vector<std::string>& checks, CampaignOptions& campaign);

/// The cases of a suite. A property calls a kernel many times; with every property on every case a suite would cost ten
/// times the comparison with the reference. Where no check is asked for by name each case takes one property in seven,
/// in turn.
std::vector<Exhibit> exhibits_of_suite(const std::string& name, const std::vector<std::string>& checks);

/// Put a kernel and its caveats into the record, once by name.
void enter(const impls::Kernel& kernel, Run& run);

/// Judge every kernel on every exhibit and add what happened to the run: kernels, outcomes, what was left out,
/// interrupted. A property that does not apply, or whose changed calls the kernel refuses, is counted under what was
/// left out.
void judge_all(const CampaignOptions& options, Run& run);

}  // namespace assay::reports
