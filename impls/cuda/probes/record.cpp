// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/probes/record.hpp"

#include <algorithm>

#include "impls/cuda/probes/adder_probe.hpp"
#include "impls/cuda/probes/exp2_probe.hpp"
#include "impls/cuda/probes/float_probe.hpp"

namespace assay::probes {
namespace {

/// A JSON string. Texts are ASCII; what is not printable is written out.
std::string quoted(const std::string& text) {
  constexpr const char* digits = "0123456789abcdef";
  std::string json = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') json += '\\';
    if (byte >= 0x20 && byte < 0x7f)
      json += c;
    else
      json += std::string("\\u00") + digits[byte / 16] + digits[byte % 16];
  }
  return json + '"';
}

/// {"key": "value", ...}, values as they are given.
std::string object(const std::vector<std::pair<const char*, std::string>>& fields) {
  std::string json;
  for (const auto& [key, value] : fields) json += (json.empty() ? "\"" : ", \"") + std::string(key) + "\": " + value;
  return "{" + json + "}";
}

}  // namespace

std::vector<Probed> probe_all(Machine& machine, int capability_major, std::uint32_t exp2_stride) {
  std::vector<Probed> probed;
  for (const char* const factors : {"fp16", "bf16"})
    probed.push_back({std::string("tensor core, ") + factors,
                      compare(probe_adder(machine, dtype(factors)), published_adder(capability_major))});
  probed.push_back({"exp2", compare(probe_exp2(machine, exp2_stride))});
  probed.push_back({"float32", compare(probe_floats(machine))});
  return probed;
}

bool all_agree(const std::vector<Probed>& probed) {
  const auto agrees = [](const Probed& one) { return std::ranges::all_of(one.findings, &Finding::agrees); };
  return !probed.empty() && std::ranges::all_of(probed, agrees);
}

std::string record_of(const DeviceIdentity& device, const std::string& date, const std::vector<Probed>& probed) {
  const auto truth = [](bool is) { return std::string(is ? "true" : "false"); };
  std::string json = "{\"probes\": 1,\n\"device\": " +
                     object({{"name", quoted(device.name)},
                             {"driver", quoted(device.driver)},
                             {"toolkit", quoted(device.toolkit)},
                             {"capability", quoted(device.capability)},
                             {"date", quoted(date)}}) +
                     ",\n\"agrees\": " + truth(all_agree(probed)) + ",\n\"findings\": [";
  const char* before = "\n";
  for (const Probed& one : probed)
    for (const Finding& finding : one.findings) {
      json += before + object({{"probe", quoted(one.probe)},
                               {"what", quoted(finding.what)},
                               {"assumed", quoted(finding.assumed)},
                               {"found", quoted(finding.found)},
                               {"agrees", truth(finding.agrees)}});
      before = ",\n";
    }
  return json + "]}\n";
}

std::string skipped_record(int error, const std::string& name, const std::string& reason) {
  return "{\"probes\": 1,\n\"skipped\": " +
         object({{"error", std::to_string(error)}, {"name", quoted(name)}, {"reason", quoted(reason)}}) + "}\n";
}

}  // namespace assay::probes
