// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "properties/draw.hpp"
#include "properties/cases/generate.hpp"
#include "reference/model/case/case.hpp"

namespace assay::fuzz {

/// One way to change a case a little. The donor is a fresh random case whose part may be taken over.
struct Move {
  std::string_view name;
  void (*apply)(Case& the_case, const Case& donor, properties::Draw& draw);
};
const std::vector<Move>& moves();

/// A neighbour of the case by one or two random moves, within the limits; the donor itself where a move leads
/// out of the model.
Case mutate(const Case& the_case, const Case& donor, const properties::CaseLimits& limits, properties::Draw& draw);

}  // namespace assay::fuzz
