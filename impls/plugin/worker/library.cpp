// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/library.hpp"

#include <dlfcn.h>

#include "reference/model/contract.hpp"

namespace assay::impls::worker {
namespace {

/// The description, in which a library that contains the emulator of CUDA kernels is labelled by it: what it computes
/// is nobody else's, whatever its author wrote or left out.
Plugin labelled(const assay_plugin* description, void* library) {
  Plugin plugin(description);
  const auto build = reinterpret_cast<const char* (*)()>(dlsym(library, "assay_emulated_build"));
  if (!build || plugin.info().build.starts_with(build())) return plugin;
  assay_plugin told = plugin.description();
  told.build = build();
  return Plugin(&told);
}

}  // namespace

Plugin load_library(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::string why = dlerror();
    if (why.starts_with(path + ": ")) why = why.substr(path.size() + 2);
    if (why.find("cannot open shared object") != std::string::npos)
      why += "; a kernel may read beside it, in the loader's folders and in folders that LD_LIBRARY_PATH names";
    throw EnvironmentError("it cannot be loaded: " + why);
  }
  const auto entry = reinterpret_cast<decltype(&assay_plugin_entry)>(dlsym(library, "assay_plugin_entry"));
  if (!entry)
    throw EnvironmentError("it exports no assay_plugin_entry(): a plug-in is built against impls/plugin_abi.h");
  const assay_plugin* const description = entry(ASSAY_ABI_MAJOR, ASSAY_ABI_MINOR);
  Plugin plugin = labelled(description, library);
  if (!plugin.description().init) return plugin;
  const assay_status status = plugin.description().init(0);
  if (status != ASSAY_OK) throw EnvironmentError("its init() returned: " + plugin.describe(status));
  return labelled(description, library);  // read again: which device it is, a library knows after init()
}

}  // namespace assay::impls::worker
