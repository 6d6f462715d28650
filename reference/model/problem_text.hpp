// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/model/problem.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {

/// Set one field of a problem by its key; false if it is not a problem key. Throws UsageError for a bad value.
/// convention= must be set before the choices that override it: parse_problem() sorts that out.
bool set_problem_field(Problem& problem, std::string_view key, std::string_view value);

/// A whole problem from its fields, hkv, dv and out defaulted, checked by validate().
Problem parse_problem_fields(const std::vector<TextField>& fields);

Broadcast parse_broadcast(std::string_view field, std::string_view text);
std::string to_text(const Broadcast& broadcast);

}  // namespace assay
