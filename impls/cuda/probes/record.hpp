// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "impls/cuda/probes/find_device.hpp"
#include "impls/cuda/probes/machine.hpp"

namespace assay::probes {

/// What was asked, by which probe.
struct Probed {
  std::string probe;
  std::vector<Finding> findings;
};

/// Every probe on one machine. exp2_stride: as probe_exp2() takes it.
std::vector<Probed> probe_all(Machine& machine, int capability_major, std::uint32_t exp2_stride);

/// Whether something was asked and all agrees with what is assumed.
bool all_agree(const std::vector<Probed>& probed);

/// As JSON, one finding a line. date: UTC, ISO 8601.
std::string record_of(const DeviceIdentity& device, const std::string& date, const std::vector<Probed>& probed);
/// Where there is no device: the runtime's error.
std::string skipped_record(int error, const std::string& name, const std::string& reason);

}  // namespace assay::probes
