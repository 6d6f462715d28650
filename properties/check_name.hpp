// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace assay::properties {

/// The name under which comparisons with the certified reference run; every other check is a property of that name.
inline constexpr const char* reference_check = "reference";

}  // namespace assay::properties
