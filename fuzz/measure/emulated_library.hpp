// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "impls/kernel.hpp"
#include "reference/model/case/case.hpp"

namespace assay::measure {

/// A CUDA kernel's library for the emulator, loaded by this program: no isolation, so that cases cost microseconds.
/// It stays loaded.
class EmulatedLibrary {
 public:
  /// Throws EnvironmentError for one that cannot be loaded or is no emulated kernel.
  explicit EmulatedLibrary(const std::string& path);

  const impls::KernelPointer& kernel() const { return kernel_; }
  /// What can be planted in it; empty unless it is a zoo.
  const std::vector<std::string>& faults() const { return faults_; }
  /// order, seed or model; throws UsageError for what the library does not know.
  void set(const std::string& key, const std::string& value) const;
  /// Throws UsageError for a name that is not among faults(). Empty: none.
  void plant(const std::string& fault) const;

 private:
  bool (*set_)(const char* key, const char* value) = nullptr;
  impls::KernelPointer kernel_;
  std::vector<std::string> faults_;
};

/// Random case `index` of the stream `seed` that the kernel takes: properties::random_case() without the options that
/// it refuses, lengths crowding at the edges of small tiles, mostly strided, hidden contents poisoned.
Case emulated_case(const impls::Kernel& kernel, std::uint64_t seed, std::uint64_t index);

}  // namespace assay::measure
