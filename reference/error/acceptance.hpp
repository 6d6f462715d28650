// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/model/float_format.hpp"

namespace assay::reference {

/// A true value known to within radius, and what the kernel may be off by before it rounds.
struct Target {
  double centre = 0;
  double radius = 0;
  double allowed = 0;
};

/// numerics.md#e1-acceptance: RN(centre - allowed - radius) <= got <= RN(centre + allowed + radius), where RN rounds to
/// the output format and may overflow to infinity. NaN is accepted only where the centre is NaN, an infinite centre
/// only by itself, and everything where the radius is infinite: the truth is not known there. +0 equals -0. A format
/// without infinity overflows to NaN or stays at its largest number: where an end of the interval overflows, both pass.
bool accepts(const FloatFormat& format, const Target& target, double got);

/// |got - centre| over what is allowed, the rounding of the output to nearest taken off: distance from the
/// interval of reals that round to got, over allowed + radius. At most 1 when accepted, up to the last bit.
/// Infinity for NaN and wrong infinities.
double error_ratio(const FloatFormat& format, const Target& target, double got);

/// |got - centre| in units in the last place of the output format at the centre. Infinity for NaN and wrong infinities.
double error_ulp(const FloatFormat& format, const Target& target, double got);

}  // namespace assay::reference
