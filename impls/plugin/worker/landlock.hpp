// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace assay::impls::worker {

/// Files by which programs speak to GPUs here.
std::vector<std::filesystem::path> gpu_devices();

/// Version of the system's Landlock; 0: none. From 3 on it can keep files from being emptied, from 6 on it can keep
/// signals inside a process.
long landlock_version();

/// Prepares a Landlock ruleset: the files and folders of `readable` may be read, /dev/null and the GPUs' devices (where
/// there are any, /dev/zero) written too, and nothing else of the file system; no TCP, no signal and no abstract socket
/// that leads out of this process where the system knows these. Paths that do not exist are left out. Returns its
/// descriptor, or -1 where there is no Landlock. https://docs.kernel.org/userspace-api/landlock.html
int landlock_ruleset(const std::vector<std::filesystem::path>& readable);

/// Puts this thread and all that it starts under the ruleset and closes it. Needs no_new_privs.
bool landlock_enforce(int ruleset);

}  // namespace assay::impls::worker
