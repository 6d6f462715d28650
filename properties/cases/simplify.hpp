// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/model/case/case.hpp"

namespace assay::properties {

// What "simpler" means, once, for RapidCheck's shrinks and for the fuzzer's shrinker.
//
// A person who is handed a failing case wants to compute it by hand and to see at a glance what the failure
// needs. So, in this order, and the later only where the earlier are equal:
//
// 1. Smaller extents. First their sum, then batch, query heads, key heads, key length, query length, head_dim,
//    value_dim.
// 2. Fewer features. A feature is anything that a plain call lacks: a dtype other than fp32, an output of
//    another dtype, lse, past, causal, each side of a window, key lengths, segments, mask and bias (each of
//    their axes counts as well), scale, soft cap, ALiBi, sinks, dropout (training and a mask drawn by the
//    kernel count as well), each choice that is not the torch preset's, poisoned hidden keys, a layout that is
//    not contiguous. First their number, then one after another.
// 3. Plainer numbers in the problem line (past, window, offset, scale, cap, dropout probability), as
//    plain_number.hpp says.
// 4. Plainer tensors. Fewer tensors that are generated rather than written out (written out counts as plain up
//    to 32 elements, as worse than generated above); then plainer fills (normal, then the order of the fill
//    tables), amplitudes (1 first), mask pattern and seed; then plainer elements: the sum of their costs, then
//    one after another.
// 5. The text of the case, so that no two different cases are equally simple.
//
// Written-out numbers come last on purpose: they stop being small changes of a recipe as soon as an extent
// changes.

/// The order above: a strict total order on cases (two cases are equivalent only if their lines are equal).
bool simpler(const Case& a, const Case& b);

/// Valid cases that are strictly simpler, boldest first: a walk that always takes some candidate ends.
/// Reads the tensors of the case when they are few enough to be written out.
std::vector<Case> simpler_candidates(const Case& the_case);

}  // namespace assay::properties
