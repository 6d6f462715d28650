// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/error/worst/score_error.hpp"

namespace assay::reference {

/// Usual square of the error of score j (the sink comes last) before the maximum is subtracted, in nats^2; what keys
/// share is not in it. Derivation in expected.cpp.
double score_variance(const RowData& row, const Arithmetic& arithmetic, const RowArguments& arguments, std::size_t j);

}  // namespace assay::reference
