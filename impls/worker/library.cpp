// SPDX-License-Identifier: Apache-2.0
#include "impls/worker/library.hpp"

#include <dlfcn.h>

#include "reference/model/contract.hpp"

namespace assay::impls::worker {

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
  Plugin plugin(description);
  if (!plugin.description().init) return plugin;
  const assay_status status = plugin.description().init(0);
  if (status != ASSAY_OK) throw EnvironmentError("its init() returned: " + plugin.describe(status));
  return Plugin(description);  // read again: which device it is, a library knows after init()
}

}  // namespace assay::impls::worker
