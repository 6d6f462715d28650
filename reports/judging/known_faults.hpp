// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "impls/fault.hpp"
#include "reports/record/run.hpp"

namespace assay::reports {

/// Every fault of this build as the measured matrix has it, sorted by name.
std::vector<PlantedFault> measured_catalogue();

/// How many faults of a run's catalogue the comparison with the reference kills in a suite ("standard").
std::int64_t killed_in(const std::string& suite, const Run& run);

/// How many some property kills.
std::int64_t killed_by_properties(const Run& run);

/// "Of 165 planted faults the comparison with the reference kills 165 in suite standard and 138 in quick, properties
/// alone 152", in one line; empty where the run tells no catalogue.
std::string catalogue_line(const Run& run);

/// The check that sees a fault on its own case: the comparison with the reference, which makes one call; for one that
/// remembers earlier calls the property that makes several.
std::string seen_by(const impls::Fault& fault);

/// The command that shows a fault, and the one beside its trigger on which the comparison with the reference finds
/// nothing. A property may still find something there, for it changes the call and may meet the fault.
std::string see_command(const impls::Fault& fault);
std::string beside_command(const impls::Fault& fault);

}  // namespace assay::reports
