// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/fault.hpp"

namespace assay::reports::cli {

/// `assay list --kill-matrix`: a line a fault, a column a check, and what the suites show of each.
void print_kill_matrix();

/// `assay explain fault NAME`: what is wrong, where it was seen, on which case it shows, who catches it, what names it.
void print_fault(const impls::Fault& fault);

}  // namespace assay::reports::cli
