// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace assay::impls::worker {

/// Files by which programs speak to GPUs here.
std::vector<std::filesystem::path> gpu_devices();

/// Prepares a Landlock ruleset: the files and folders of `readable` may be read, /dev/null, /dev/zero and the GPUs'
/// devices written too, and nothing else of the file system; no TCP, no signal and no abstract socket that leads out of
/// this process where the system knows these. Paths that do not exist are left out. Returns its descriptor, or -1 where
/// there is no Landlock. https://docs.kernel.org/userspace-api/landlock.html
int landlock_ruleset(const std::vector<std::filesystem::path>& readable);

/// Puts this thread and all that it starts under the ruleset and closes it. Needs no_new_privs.
bool landlock_enforce(int ruleset);

}  // namespace assay::impls::worker
