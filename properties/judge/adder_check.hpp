// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "properties/judge/case_reference.hpp"
#include "properties/verdict.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties {

/// How many pairs of query and key are computed in the declared adder, at some microseconds each.
inline constexpr std::int64_t adder_pairs = 4096;

/// For adders that keep fewer bits than their sums have (float8), where W says little: sampled rows computed in the
/// declared adder, instruction by instruction. Doubtful where the output is not what it gives: the arithmetic differs
/// from the declaration. No more than doubtful, since only a device can confirm the adder's model. Nothing where the
/// declaration leaves something open.
std::optional<Doubtful> adder_mismatch(CaseReference& reference, const Outputs& outputs, const Arithmetic& arithmetic,
                                       std::int64_t pairs = adder_pairs);

}  // namespace assay::properties
