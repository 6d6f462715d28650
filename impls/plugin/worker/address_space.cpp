// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/address_space.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include <sys/mman.h>

namespace assay::impls::worker {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

}  // namespace

std::byte* AddressSpace::map(const Map& map, int fd) {
  const std::uint64_t pitch = map.slice_bytes + guard_bytes;
  Region region{.reserved_bytes = map.slices * pitch + 2 * outer_guard_bytes};
  region.reserved = mmap(nullptr, region.reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (region.reserved == MAP_FAILED) refuse("no address space for a tensor");
  region.first_slice = static_cast<std::byte*>(region.reserved) + outer_guard_bytes;
  const int protection = map.writable ? PROT_READ | PROT_WRITE : PROT_READ;
  for (std::uint64_t slice = 0; slice < map.slices; ++slice) {
    void* place = region.first_slice + slice * pitch;
    const auto offset = static_cast<off_t>(slice * map.slice_bytes);
    if (mmap(place, map.slice_bytes, protection, MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd, offset) == MAP_FAILED)
      refuse("a tensor cannot be mapped");
  }
  regions_[map.region] = region;
  return region.first_slice;
}

void AddressSpace::unmap_all() {
  for (const auto& [id, region] : regions_) munmap(region.reserved, region.reserved_bytes);
  regions_.clear();
}

}  // namespace assay::impls::worker
