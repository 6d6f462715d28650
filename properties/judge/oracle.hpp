// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "properties/judge/case_reference.hpp"
#include "properties/judge/error_size.hpp"
#include "properties/judge/statistics.hpp"
#include "properties/verdict.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties {

/// The reference's opinion of one call.
struct Judgement {
  Verdict verdict;
  ErrorStatistics out;
  ErrorStatistics lse;
  ErrorSize size;               ///< only on natural inputs, and where nothing else was wrong
  std::vector<Evidence> worst;  ///< the elements of largest ratio, with their terms, largest first, at most five
  std::string power;            ///< what this case could not have shown; empty if nothing known
};

/// Compare outputs with the certified reference within the bound of the arithmetic, and within its replay where the
/// declaration allows one: every row, every element, NaN and infinity by position, elements never written as faulted.
/// Not applicable when the bound of an option in use is not derived. No evidence when nothing could be seen: no
/// element, or in every row a bound at least as large as the largest visible value. Where the kernel drew its dropout
/// mask and told which, that mask is taken as given, if what it drops is likely at the probability asked for. On
/// natural inputs, and only where everything else holds, the sizes of the errors are judged too: doubtful when they are
/// possible for the arithmetic, but unusual.
Judgement judge(CaseReference& reference, const Outputs& outputs, const Arithmetic& arithmetic,
                InputOrigin origin = InputOrigin::Searched);
Judgement judge(const Problem& problem, const Inputs& inputs, const Outputs& outputs, const Arithmetic& arithmetic,
                InputOrigin origin = InputOrigin::Searched);

}  // namespace assay::properties
