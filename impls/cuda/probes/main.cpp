// SPDX-License-Identifier: Apache-2.0
// What the bound assumes of a device, asked of the device: assay_cuda_probe [STRIDE] > probes.json
#include <charconv>
#include <chrono>
#include <cstring>
#include <ctime>
#include <exception>
#include <iostream>
#include <string>

#include "impls/cuda/probes/find_device.hpp"
#include "impls/cuda/probes/record.hpp"
#include "impls/cuda/probes/simt_machine.hpp"

namespace {

using namespace assay::probes;

constexpr const char* usage =
    "assay_cuda_probe [STRIDE]: ask the device what the bound assumes of it; the exponential at every STRIDE-th float\n"
    "(default 1: all 280 million). JSON on standard output.\n"
    "Exit codes: 0 all agrees; 1 something does not; 2 usage; 3 no device, with the runtime's error number.\n";

std::string now() {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

int probe(std::uint32_t stride) {
  const DeviceFound found = find_device();
  if (found.error != 0) {
    std::cout << skipped_record(found.error, found.name, found.reason);
    std::cerr << "assay_cuda_probe: skipped, error " << found.error << " " << found.name << ": " << found.reason
              << "\n";
    return 3;
  }
  const auto machine = simt_machine();
  const std::vector<Probed> probed = probe_all(*machine, found.capability_major, stride);
  std::cout << record_of(found.identity, now(), probed);
  return all_agree(probed) ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  std::uint32_t stride = 1;
  const char* const text = count == 2 ? arguments[1] : "1";
  const auto parsed = std::from_chars(text, text + std::strlen(text), stride);
  if (count > 2 || parsed.ec != std::errc() || *parsed.ptr != '\0' || stride == 0) {
    std::cerr << usage;
    return 2;
  }
  try {
    return probe(stride);
  } catch (const std::exception& trouble) {
    std::cerr << "assay_cuda_probe: " << trouble.what() << "\n";
    return 3;
  }
}
