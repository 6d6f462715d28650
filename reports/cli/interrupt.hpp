// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace assay::reports::cli {

/// True once the person pressed Ctrl-C (or SIGTERM came). The first call starts to listen; a second signal ends the
/// program at once.
const std::atomic<bool>& interrupted();

}  // namespace assay::reports::cli
