// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace assay::impls::worker {

/// Refuses, with EPERM and for good, the system calls by which a library could reach outside this process or outlive
/// it: sockets, new processes, programs, other processes' memory and signals, changes to the file system, memory kept
/// by the system (SysV), and administration. Threads and signals to oneself stay allowed. A list of denials, so that
/// what it does not know works. False where the system refuses filters. Needs no_new_privs.
bool install_syscall_filter();

}  // namespace assay::impls::worker
