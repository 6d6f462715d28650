// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "fuzz/measure/options.hpp"

/// One file a verb. Each prints its figures and returns the exit code.
namespace assay::measure {

/// command: repeats the run; it is printed with the figures that reports show.
int power(const PowerOptions& options, const std::string& command);
int honest(const HonestOptions& options);
int kills(const KillsOptions& options);
int confusion(const ConfusionOptions& options);
int search(const SearchOptions& options);
int cuda(const CudaOptions& options);

}  // namespace assay::measure
