// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "impls/kernel.hpp"
#include "properties/judge/oracle.hpp"

namespace assay::reports {

/// What a kernel is judged against on a problem: what the user requires, else what it declares, else (an empty
/// declaration) the preset of the problem's dtype.
properties::Requirement requirement_of(const impls::Kernel& kernel, const Problem& problem,
                                       const std::optional<Arithmetic>& required);

/// The fields in which an arithmetic allows more than another one, by the names of its text.
std::vector<std::string> weaker_fields(const Arithmetic& arithmetic, const Arithmetic& than);

/// A command that repeats a judgement, with the arithmetic that was required of the kernel.
std::string repeat_with(const std::string& command, const std::optional<Arithmetic>& required);

}  // namespace assay::reports
