// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace assay::probes {

struct DeviceIdentity {
  std::string name;
  std::string driver;      ///< the CUDA version that it offers
  std::string toolkit;     ///< of the runtime that is linked
  std::string capability;  ///< "9.0"
};

/// Which device there is, or why there is none.
struct DeviceFound {
  int error = 0;  ///< of the runtime; 0: there is a device
  std::string name;
  std::string reason;
  DeviceIdentity identity;
  int capability_major = 0;
};
DeviceFound find_device();

}  // namespace assay::probes
