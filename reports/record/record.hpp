// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "reports/record/run.hpp"

namespace assay::reports {

/// The record as JSON by reports/record/run.schema.json, one outcome a line. Numbers keep all their bits; infinities
/// and NaN are the strings "inf", "-inf", "nan"; strings are made readable() first.
void write_record(const Run& run, std::ostream& out);

/// Read it back. Throws UsageError naming `name` and what was wrong.
Run read_record(std::istream& in, const std::string& name);

}  // namespace assay::reports
