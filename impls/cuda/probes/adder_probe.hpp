// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "impls/cuda/probes/machine.hpp"
#include "reference/model/arithmetic.hpp"

namespace assay::probes {

/// How an adder shortens what lies below its last bit.
enum class Shortening { Truncates, Floors, ToNearest, Other };
/// What a subnormal factor counts as when products are aligned.
enum class SubnormalFactor { SmallestNormalExponent, OwnExponent, Zero, Other };

/// A tensor core's adder, found out by dots in which all but one effect cancel (as Fasi, Higham, Mikaitis and Pranesh,
/// PeerJ Computer Science 2021, e330, do it).
struct Adder {
  int terms = 0;          ///< products that are aligned together, the addend with them; 0: no such block was found
  int fraction_bits = 0;  ///< of the largest term's exponent, kept in the alignment
  int stored_bits = 0;    ///< of the result
  Shortening alignment = Shortening::Other;
  Shortening result = Shortening::Other;
  SubnormalFactor subnormal_factor = SubnormalFactor::Other;
  bool keeps_subnormal_addends = false;
  std::int64_t random_dots = 0;  ///< computed by the machine and by the model of impls/arithmetic with these parameters
  std::int64_t equal_to_bit = 0;  ///< of them
  bool operator==(const Adder&) const = default;
};
Adder probe_adder(Machine& machine, const FloatFormat& factors);

/// The published parameters for devices of this compute capability (MMA-Sim, Xie et al., arXiv 2511.10909): of Ampere
/// and Ada 8 terms and 24 bits, of Hopper and later 16 and 25. Throws std::out_of_range below 8.0.
Accumulator published_adder(int capability_major);

/// The adder beside the published one.
std::vector<Finding> compare(const Adder& adder, const Accumulator& published);

}  // namespace assay::probes
