// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/image.hpp"

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "impls/cuda/emulator/checker/symbol_table.hpp"

extern "C" __attribute__((weak, visibility("hidden"))) std::byte __start_assay_shared[];
extern "C" __attribute__((weak, visibility("hidden"))) std::byte __stop_assay_shared[];
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];

namespace assay::emulator {
namespace {

struct Range {
  std::uintptr_t begin;
  std::uintptr_t end;
  bool holds(std::uintptr_t address, std::size_t bytes) const { return address >= begin && address + bytes <= end; }
};

/// Segments that nobody may write, of everything that is loaded, and what is made so after loading.
std::vector<Range> find_constants() {
  std::vector<Range> ranges;
  const auto add = [](dl_phdr_info* object, std::size_t, void* data) {
    for (int n = 0; n < object->dlpi_phnum; ++n) {
      const auto& segment = object->dlpi_phdr[n];
      if (!(segment.p_type == PT_LOAD && !(segment.p_flags & PF_W)) && segment.p_type != PT_GNU_RELRO) continue;
      const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
      static_cast<std::vector<Range>*>(data)->push_back({begin, begin + segment.p_memsz});
    }
    return 0;
  };
  dl_iterate_phdr(add, &ranges);
  return ranges;
}

}  // namespace

bool is_constant(const void* address, std::size_t bytes) {
  static const std::vector<Range> constants = find_constants();
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return std::ranges::any_of(constants, [&](const Range& range) { return range.holds(begin, bytes); });
}

Taken static_shared() {
  const std::size_t bytes =
      __start_assay_shared ? static_cast<std::size_t>(__stop_assay_shared - __start_assay_shared) : 0;
  return {0, bytes, 1, "static shared memory", {}};
}

const void* static_shared_memory() { return __start_assay_shared; }

std::string describe_static(const std::byte* address, std::size_t access_bytes) {
  const auto offset = static_cast<std::uint64_t>(reinterpret_cast<const char*>(address) - __ehdr_start);
  const std::optional<Symbol> symbol = symbol_at(offset);
  if (!symbol) return "byte " + std::to_string(address - __start_assay_shared) + " of static shared memory";
  const std::uint64_t within = offset - symbol->begin;
  if (symbol->bytes == access_bytes) return symbol->name;
  if (within % access_bytes == 0 && symbol->bytes % access_bytes == 0)
    return symbol->name + "[" + std::to_string(within / access_bytes) + "]" +
           (access_bytes > 4 ? " of " + std::to_string(access_bytes) + " bytes" : "");
  return "byte " + std::to_string(within) + " of " + symbol->name;
}

}  // namespace assay::emulator
