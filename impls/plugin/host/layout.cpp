// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/layout.hpp"

#include <algorithm>
#include <cstring>

#include "impls/plugin/wire.hpp"

namespace assay::impls::sandbox {
namespace {

/// More guards than this would use up the mappings that a process may have.
constexpr std::int64_t slices_max = 256;
constexpr std::uint64_t large_alignment = 16;

std::uint64_t whole_pages(std::uint64_t bytes) {
  return std::max<std::uint64_t>(1, (bytes + worker::page_bytes - 1) / worker::page_bytes) * worker::page_bytes;
}

bool is_contiguous(const Tensor& tensor) {
  return tensor.size() == 0 || tensor.strides() == contiguous_strides(tensor.extents());
}

std::byte* content(std::byte* region, const Placement& placement, std::uint64_t slice) {
  return region + slice * placement.slice_bytes + placement.content_begin;
}

}  // namespace

Placement place(const Tensor& tensor, const Layout& layout) {
  const Index4& e = tensor.extents();
  const std::uint64_t element = tensor.type().bytes();
  Placement placement;
  placement.as_stored = is_contiguous(tensor);
  placement.strides = placement.as_stored ? contiguous_strides(e) : tensor.strides();
  placement.content_bytes =
      placement.as_stored ? static_cast<std::uint64_t>(tensor.size()) * element : tensor.storage_bytes();
  const std::int64_t heads = e[0] * e[1];
  const bool sliced = layout.sliced && placement.as_stored && tensor.size() > 0 && heads > 1 && heads <= slices_max;
  if (sliced) {
    placement.slices = static_cast<std::uint64_t>(heads);
    placement.content_bytes /= placement.slices;
  }
  placement.slice_bytes = whole_pages(placement.content_bytes);
  const std::uint64_t alignment = layout.aligned ? large_alignment : element;
  if (layout.right) placement.content_begin = (placement.slice_bytes - placement.content_bytes) / alignment * alignment;
  if (sliced) {
    const auto pitch = static_cast<std::int64_t>((placement.slice_bytes + worker::guard_bytes) / element);
    placement.strides[0] = e[1] * pitch;
    placement.strides[1] = pitch;
  }
  return placement;
}

void fill(const Tensor& tensor, const Placement& placement, std::byte* region) {
  std::memset(region, 0xff, placement.slices * placement.slice_bytes);
  if (tensor.size() == 0) return;
  if (placement.as_stored) {
    for (std::uint64_t slice = 0; slice < placement.slices; ++slice)
      std::memcpy(content(region, placement, slice), tensor.bytes() + slice * placement.content_bytes,
                  placement.content_bytes);
    return;
  }
  std::byte* begin = content(region, placement, 0);
  const Index4& e = tensor.extents();
  const Index4& strides = tensor.strides();
  const std::size_t element = tensor.type().bytes();
  for (std::int64_t a = 0; a < e[0]; ++a)
    for (std::int64_t b = 0; b < e[1]; ++b)
      for (std::int64_t c = 0; c < e[2]; ++c)
        for (std::int64_t d = 0; d < e[3]; ++d) {
          const std::int64_t offset = a * strides[0] + b * strides[1] + c * strides[2] + d * strides[3];
          const std::size_t at = static_cast<std::size_t>(offset) * element;
          std::memcpy(begin + at, tensor.bytes() + at, element);
        }
}

void fill_pattern(std::uint64_t bits, std::size_t element_bytes, std::byte* region, std::size_t bytes) {
  std::memcpy(region, &bits, element_bytes);
  for (std::size_t done = element_bytes; done < bytes; done *= 2)
    std::memcpy(region + done, region, std::min(done, bytes - done));
}

void take(Tensor& tensor, const Placement& placement, std::uint64_t pattern, std::byte* region) {
  if (tensor.size() == 0) return;
  for (std::uint64_t slice = 0; slice < placement.slices; ++slice) {
    std::byte* from = content(region, placement, slice);
    std::memcpy(tensor.bytes() + slice * placement.content_bytes, from, placement.content_bytes);
    fill_pattern(pattern, tensor.type().bytes(), from, placement.content_bytes);
  }
}

std::size_t first_difference(std::uint64_t bits, std::size_t element_bytes, const std::byte* region,
                             std::size_t bytes) {
  // A region that equals itself shifted by one element repeats its first one.
  if (std::memcmp(region, &bits, element_bytes) == 0 &&
      std::memcmp(region, region + element_bytes, bytes - element_bytes) == 0)
    return bytes;
  for (std::size_t n = 0; n < bytes; n += element_bytes)
    if (std::memcmp(region + n, &bits, element_bytes) != 0) return n;
  return bytes;
}

Position position_of(std::int64_t offset, const Placement& placement) {
  const auto pitch = static_cast<std::int64_t>(placement.slice_bytes + worker::guard_bytes);
  const auto last = static_cast<std::int64_t>(placement.slices) - 1;
  const auto begin = static_cast<std::int64_t>(placement.content_begin);
  const auto end = begin + static_cast<std::int64_t>(placement.content_bytes);
  const std::int64_t slice = std::clamp<std::int64_t>(offset < 0 ? 0 : offset / pitch, 0, last);
  const std::int64_t inside = offset - slice * pitch;
  const auto unsigned_of = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  if (inside < begin) return {unsigned_of(slice), Position::Side::Before, unsigned_of(begin - inside)};
  if (inside < end) return {unsigned_of(slice), Position::Side::Inside, unsigned_of(inside - begin)};
  const std::int64_t to_next = pitch + begin - inside;
  if (slice < last && to_next < inside - end)
    return {unsigned_of(slice + 1), Position::Side::Before, unsigned_of(to_next)};
  return {unsigned_of(slice), Position::Side::Past, unsigned_of(inside - end)};
}

}  // namespace assay::impls::sandbox
