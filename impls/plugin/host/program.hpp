// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::impls::sandbox {

/// A path by which assay-worker is started: an anonymous copy, so that nothing in the worker's process tells a plug-in
/// whose it is; the file itself where the system has no such files. Throws EnvironmentError where there is no worker.
std::string worker_program(const std::filesystem::path& asked);

/// The environment a worker gets: what loaders and thread pools need, nothing that names the judge.
std::vector<std::string> worker_environment();

/// Throws EnvironmentError for a file that is no shared library of this machine, in words better than the loader's.
void check_library_file(const std::filesystem::path& library);

}  // namespace assay::impls::sandbox
