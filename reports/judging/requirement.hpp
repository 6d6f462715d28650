// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "reference/model/arithmetic.hpp"

namespace assay::reports {

/// A command that repeats a judgement, with the arithmetic that was required of the kernel.
std::string repeat_with(const std::string& command, const std::optional<Arithmetic>& required);

}  // namespace assay::reports
