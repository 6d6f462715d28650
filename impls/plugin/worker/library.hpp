// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "impls/plugin/plugin.hpp"

namespace assay::impls::worker {

/// Load a shared library and ask it for its description; it stays loaded until the process ends. Runs the library's
/// constructors and init(). Throws EnvironmentError saying what is wrong with it, without its path.
Plugin load_library(const std::string& path);

}  // namespace assay::impls::worker
