// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "properties/call.hpp"
#include "reference/model/mask.hpp"

namespace assay::properties {

/// A law between two calls: row r of the changed call has the same true output as row partner(r) of the
/// original one, and its true log-sum-exp is the partner's plus lse_offset. Rows without a partner are not
/// related.
struct Law {
  std::function<std::optional<RowIndex>(const RowIndex& changed)> partner = [](const RowIndex& row) {
    return std::optional(row);
  };
  std::function<double(const RowIndex& changed)> lse_offset = [](const RowIndex&) { return 0.0; };
};

/// Run both calls and hold the kernel to the law: stored values may differ by the bounds of both rows and by
/// both roundings. NotApplicable when the kernel refuses the changed call or a bound in use is not derived;
/// NoEvidence when no row could be compared.
Verdict hold_to(const Law& law, const impls::Kernel& kernel, const Call& original, const Call& changed);

/// Run both calls and demand the same numbers in every row of the changed call and its partner: equal bits, or two
/// zeros, or two NaN.
Verdict same_numbers(const impls::Kernel& kernel, const Call& original, const Call& changed, const Law& law = {});

/// Two answers to one call: the same numbers where the kernel promises to repeat bits, else values that differ by no
/// more than both bounds and both roundings. than: what the second one is, for the evidence ("a fresh process").
Verdict same_answer(const impls::Kernel& kernel, const Call& call, const Outputs& got, const Outputs& wanted,
                    const std::string& than);

/// The same true outputs: same_numbers() of a kernel that promises to repeat bits, hold_to() the identity of one that
/// does not.
Verdict same_or_within(const impls::Kernel& kernel, const Call& original, const Call& changed);

/// The worse of two verdicts about one claim, by their weights (see verdict.hpp).
Verdict worse(const Verdict& a, const Verdict& b);

/// Evidence at one element: what() is filled in from the rest. law: the claim in a few words ("keys reversed").
Evidence evidence(const std::string& law, const std::string& tensor, const Index4& index, double got, double expected,
                  double allowed, double ratio);

}  // namespace assay::properties
