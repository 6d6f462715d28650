// SPDX-License-Identifier: Apache-2.0
// Whether there is a GPU: its name and versions and 0, or the runtime's error and 3. Needs nothing of the tree's
// libraries, so that whoever has no GPU knows it at once.
#include <iostream>

#include "impls/cuda/probes/find_device.hpp"

int main() {
  const assay::probes::DeviceFound found = assay::probes::find_device();
  if (found.error != 0) {
    std::cout << "skipped: error " << found.error << " " << found.name << ": " << found.reason << "\n";
    return 3;
  }
  const assay::probes::DeviceIdentity& device = found.identity;
  std::cout << device.name << ", compute capability " << device.capability << ", driver for CUDA " << device.driver
            << ", runtime " << device.toolkit << "\n";
  return 0;
}
