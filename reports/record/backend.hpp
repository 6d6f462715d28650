// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/record/run.hpp"

namespace assay::reports {

/// Where a kernel's numbers come from: computed by this machine's processor, by a GPU, by an emulator of one, or found
/// in files.
enum class BackendKind { Native, Cuda, Emulated, Files };
std::string_view name_of(BackendKind kind);

/// The backend that a kernel's build text names with its first word, and what it tells of it. A claim: nothing proves
/// it.
struct Backend {
  BackendKind kind = BackendKind::Native;
  /// In this order, "not told" where the text lacks one. Cuda: device, driver, toolkit, date (of the run); emulated:
  /// order, flavour, model.
  std::vector<std::pair<std::string, std::string>> facts{};
  /// An emulator's time says nothing of the kernel's: no report shows it.
  bool has_speed() const { return kind != BackendKind::Emulated; }
};
Backend backend_of(const KernelRecord& kernel, const Environment& environment);

/// "native"; "emulated (order linear, flavour plain, model fp32-fma)".
std::string label_of(const Backend& backend);

/// The backends of a run's kernels by name.
std::map<std::string, Backend> backends_of(const Run& run);

/// A kernel's name with the backend behind it where that is not native: "libx.so (emulated)".
std::string with_backend(const std::string& kernel, const std::map<std::string, Backend>& backends);

/// What a report must say beside the numbers of an emulated kernel; empty for the others.
std::string caveat_of(const KernelRecord& kernel);

/// A kernel that ran on a GPU: reports/evidence/gpu as it stood when this build was configured.
struct DeviceRecord {
  std::string_view kernel;  ///< the name that its library gives itself
  std::string_view device;
  std::string_view date;
};
const std::vector<DeviceRecord>& device_records();

/// "2026-12-01, NVIDIA H200" of the latest that has the kernel of this name, whatever its backend; empty: none has.
std::string device_record_of(const std::string& plugin, const std::vector<DeviceRecord>& records);

/// The name under which a kernel's backends meet: of a library its file without folder, "lib", suffix and backend.
/// "build/libtiled_emulated_linear.so", "libtiled_cuda.so" and "cuda_tiled" are all "tiled".
std::string without_backend(const std::string& kernel);

}  // namespace assay::reports
