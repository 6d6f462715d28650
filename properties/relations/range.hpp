// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "properties/call.hpp"
#include "properties/judge/row_bounds.hpp"
#include "reference/error/agreement.hpp"

namespace assay::properties {

/// Where the true output at a feature of a row lies; nothing where the claim says nothing.
using Range = std::function<std::optional<reference::Reals>(const BoundedRow& row, std::int64_t feature)>;

/// Every stored output that is finite by definition, of a row that sees a key, is the rounding of a number no
/// further from its range than the bound allows. NotApplicable when a bound in use is not derived; NoEvidence
/// when nothing was claimed with a finite bound. law: in a few words.
Verdict hold_outputs(const std::string& law, const Range& range, const impls::Kernel& kernel, const Call& call);

/// The same for outputs that are there already.
Verdict hold_outputs(const std::string& law, const Range& range, const RowBounds& bounds, const Outputs& outputs);

}  // namespace assay::properties
