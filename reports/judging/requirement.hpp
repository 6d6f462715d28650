// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/model/arithmetic.hpp"

namespace assay::reports {

/// The fields in which an arithmetic allows more than another one, by the names of its text.
std::vector<std::string> weaker_fields(const Arithmetic& arithmetic, const Arithmetic& than);

/// A command that repeats a judgement, with the arithmetic that was required of the kernel.
std::string repeat_with(const std::string& command, const std::optional<Arithmetic>& required);

}  // namespace assay::reports
