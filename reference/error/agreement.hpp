// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/error/replay/rounding_cell.hpp"

namespace assay::reference {

/// factor * x for all x of an interval, and the sum of two.
Reals scaled(const Reals& interval, double factor);
Reals sum(const Reals& a, const Reals& b);

/// Two outputs stand for one true value t (numerics.md#e5-two-outputs-of-one-kernel): each is RN(t + e) with |e| within
/// its own bound. Given the cells of both and the sum of the two bounds, the distance of the cells over that sum: at
/// most 1 when some t explains both. 0 when the cells meet or both are NaN, infinity when exactly one is NaN.
double disagreement(const Reals& first, const Reals& second, double allowed);

}  // namespace assay::reference
