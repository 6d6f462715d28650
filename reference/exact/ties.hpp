// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <optional>
#include <vector>

#include "reference/exact/row.hpp"

namespace assay::reference {

/// Which outputs of a row are rational numbers, decided exactly. Ziv's loop ends on every other one.
///
/// Group the visible keys by equal score; the sink is a key with value 0. Scores are algebraic (inputs are rational,
/// sigma is rational or 1/sqrt(d)), so by Lindemann-Weierstrass the exponentials of distinct scores are linearly
/// independent over the algebraic numbers, and Sum_g e^{s_g} Sum_{j in g} (z_j v_jc - r) = 0 for an algebraic r
/// forces every inner sum to vanish. Hence out_c is algebraic exactly when all groups have the same mean of z_j v_jc,
/// and then it is that mean; otherwise it is transcendental and never halfway between two floating-point numbers. Here
/// z_j = keep_j / (1 - p), and dropped keys count in the mean.
///
/// With a soft cap the scores are not algebraic: equal raw scores and biases still prove equal scores, so a value
/// given here is right, but a missing one proves nothing. Rows with infinities in queries or keys
/// have no values here.

/// Per output column its value if it is rational by this argument. Empty rows: zero or the mean, by the convention.
std::vector<std::optional<mpq_class>> rational_outputs(const RowData& row);

/// The log-sum-exp if it is rational. Base e: only a single term, whose score is rational. Base 2: only 2^k terms of
/// score 0, which give k; or an empty row with a sink of 0.
std::optional<mpq_class> rational_lse(const RowData& row);

}  // namespace assay::reference
