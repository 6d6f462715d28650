// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace assay::reports {

/// What the tables of problem options, recipe options and arithmetic fields say, for people. Everything is generated
/// from the tables, so that nothing here can be out of date.

/// Every key of a problem line, or every field of an arithmetic line, with its meaning; one line each.
std::string problem_keys_text();
std::string arithmetic_fields_text();

/// One key or field: meaning, values and what each stands for, what holds without it, an example, and what follows from
/// it. Throws UsageError for an unknown one, naming all and the one that was probably meant.
std::string problem_key_text(std::string_view key);
std::string arithmetic_field_text(std::string_view key);

/// The pages reference/model/problem_line.md and reference/error/arithmetic_line.md, in Markdown.
std::string problem_page();
std::string arithmetic_page();

}  // namespace assay::reports
