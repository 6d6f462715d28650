// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/place.hpp"

#include <cstdio>
#include <vector>

// Where the library lies in memory, by the linker.
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];

namespace assay::emulator {
namespace {

std::vector<Site>& sites() {
  static std::vector<Site> known;
  return known;
}

}  // namespace

Place::Place(const void* return_address)
    : code_(static_cast<std::uint32_t>(static_cast<const char*>(return_address) - __ehdr_start) & ~site_bit) {}

Place::Place(Site site) {
  std::vector<Site>& known = sites();
  std::size_t n = 0;
  while (n < known.size() && !(known[n] == site)) ++n;
  if (n == known.size()) known.push_back(site);
  code_ = static_cast<std::uint32_t>(n) | site_bit;
}

Site Place::site() const {
  if (code_ & site_bit) return sites()[code_ & ~site_bit];
  return line_of(code_ - 1);
}

std::string Place::text() const {
  const Site known = site();
  if (known.file) return to_text(known);
  char offset[32];
  std::snprintf(offset, sizeof offset, "library offset 0x%x", code_);
  return offset;
}

}  // namespace assay::emulator
