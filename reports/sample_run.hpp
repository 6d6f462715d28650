// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/run.hpp"

namespace assay::reports {

/// For tests: a made-up run with every verdict, every optional part, infinities, and strings that a hostile kernel
/// might return.
Run sample_run();

}  // namespace assay::reports
