// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay::impls::worker {

/// Takes from this process, for good, what an attention kernel does not need, before its library is loaded (so that
/// constructors are confined too): privileges, files outside the loader's folders and `readable` (absolute paths, the
/// library first; a folder means all that is in it), sockets, new processes, other processes' memory and signals, core
/// dumps. Threads, abort() and loading libraries go on working.
///
/// `memory_bytes` limits memory of its own and, on a machine without GPU, address space; 0: no limit.
/// A container may refuse some of this. Returns one fragment for each protection that was lost, fit for a report
/// ("no Landlock: files of this user are open to the kernel").
std::vector<std::string> confine(std::uint64_t memory_bytes, const std::vector<std::filesystem::path>& readable);

/// The library and the shared objects beside it, which it may need: what confine() should leave readable. Not its
/// folder, where the judge's reports of earlier runs may lie.
std::vector<std::filesystem::path> library_files(const std::filesystem::path& library);

/// Folders that packages have added to the loader's own by files of a folder such as /etc/ld.so.conf.d; the CUDA
/// toolkit's libraries lie in such a one.
std::vector<std::filesystem::path> configured_folders(const std::filesystem::path& configuration);

}  // namespace assay::impls::worker
