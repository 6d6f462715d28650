// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reference/model/arithmetic.hpp"

namespace assay {

/// The values of an arithmetic line and back. What parses throws UsageError naming the field and what would be right.

/// fp32:chain, fp32:any:fused, tensor-core:16:25:23 (terms, fraction bits F, stored bits r), tensor-core:32:13:13:128
/// (and terms a group).
Accumulator parse_accumulator(std::string_view field, std::string_view text);
std::string to_text(const Accumulator& accumulator);

/// any, block, thread:4, tensor-core; each may end in :rounded or :unrounded (which probabilities are summed).
RowSum parse_row_sum(std::string_view text);
std::string to_text(const RowSum& sum);

/// 0, 1, or either where it is left open.
std::optional<bool> parse_either(std::string_view field, std::string_view text);
std::string to_text(const std::optional<bool>& flag);

/// A format's name, or none.
std::optional<FloatFormat> parse_optional_format(std::string_view text);
std::string to_text(const std::optional<FloatFormat>& format);

/// A whole number from 0 to `maximum`.
int parse_small(std::string_view field, std::string_view text, int maximum);
/// A number from 0 to 1e9.
double parse_size(std::string_view field, std::string_view text);

}  // namespace assay
