// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace assay::impls::worker {

/// Refuses, with EPERM and for good, the system calls by which a library could reach outside this process or outlive
/// it: sockets, new processes, programs, other processes' memory, signals and scheduling, changes to the file system
/// and to the size of files, memory that no limit counts, and administration. Threads and signals to oneself stay
/// allowed. `drivers`: a GPU's driver works in this process and may share anonymous memory, which no limit counts. A
/// list of denials, so that what it does not know works. False where the system refuses filters. Needs no_new_privs.
bool install_syscall_filter(bool drivers);

}  // namespace assay::impls::worker
