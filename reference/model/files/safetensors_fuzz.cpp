// SPDX-License-Identifier: Apache-2.0
//
// Any bytes are either refused with UsageError or read; what was read is written to bytes that read as the same, and
// those bytes are a fixed point.
#include <cstddef>
#include <cstdint>

#include "reference/model/files/safetensors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
  assay::Safetensors content;
  try {
    content = assay::parse_safetensors(bytes, "fuzz");
  } catch (const assay::UsageError&) {
    return 0;
  }
  const std::vector<std::byte> written = assay::safetensors_bytes(content);
  const assay::Safetensors again = assay::parse_safetensors(written, "written");
  ASSAY_ASSERT(again == content);
  ASSAY_ASSERT(assay::safetensors_bytes(again) == written);
  return 0;
}
