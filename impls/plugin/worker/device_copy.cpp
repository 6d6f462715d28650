// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/device_copy.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace assay::impls::worker {
namespace {

constexpr std::size_t margin_bytes = 1024;
constexpr std::byte margin_pattern{0xff};  // NaN in every float format

std::size_t bytes_of(const RegionView& view) {
  std::int64_t last = 0;
  for (std::size_t axis = 0; axis < view.extents.size(); ++axis) {
    if (view.extents[axis] == 0) return 0;
    last += (view.extents[axis] - 1) * view.strides[axis];
  }
  return static_cast<std::size_t>(last + 1) * view.type.bytes();
}

}  // namespace

DeviceCopy::~DeviceCopy() {
  for (const Copy& copy : copies_) memory_->release(copy.device);
}

void* DeviceCopy::place(const RegionView& view, void* host) {
  if (!memory_) return host;
  Copy copy{view.name, nullptr, static_cast<std::byte*>(host), bytes_of(view),
            view.name == "out" || view.name == "lse" || view.name == "dropout_drawn"};
  std::vector<std::byte> image(copy.bytes + 2 * margin_bytes, margin_pattern);
  std::memcpy(image.data() + margin_bytes, host, copy.bytes);
  copy.device = static_cast<std::byte*>(memory_->allocate(image.size()));
  if (!copy.device) throw std::runtime_error("the device has no memory left for " + view.name);
  copies_.push_back(copy);
  if (memory_->to_device(copy.device, image.data(), image.size()) != ASSAY_OK)
    throw std::runtime_error("the copy of " + view.name + " to the device failed");
  return copy.device + margin_bytes;
}

std::string DeviceCopy::copy_back() {
  for (const Copy& copy : copies_) {
    std::vector<std::byte> image(copy.bytes + 2 * margin_bytes);
    if (memory_->to_host(image.data(), copy.device, image.size()) != ASSAY_OK)
      throw std::runtime_error("the copy of " + copy.name + " from the device failed");
    const std::byte* inside = image.data() + margin_bytes;
    for (std::size_t n = 0; n < margin_bytes; ++n) {
      if (inside[copy.bytes + n] != margin_pattern) return copy.name + ", " + std::to_string(n) + " bytes past the end";
      const std::size_t before = n + 1;
      if (image[margin_bytes - before] != margin_pattern)
        return copy.name + ", " + std::to_string(before) + " bytes before the start";
    }
    if (copy.output)
      std::memcpy(copy.host, inside, copy.bytes);
    else if (std::memcmp(copy.host, inside, copy.bytes) != 0)
      return copy.name + ", an input";
  }
  return "";
}

}  // namespace assay::impls::worker
