// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/model/problem.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {

/// The keys of the problem line, in canonical order.
std::vector<std::string> problem_keys();

/// A whole problem from its fields, hkv, dv and out defaulted, checked by validate(). Throws UsageError naming the
/// field and what would be right.
Problem parse_problem_fields(const std::vector<TextField>& fields);

Broadcast parse_broadcast(std::string_view field, std::string_view text);
std::string to_text(const Broadcast& broadcast);

}  // namespace assay
