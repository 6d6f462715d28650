// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace assay::emulator {

struct Line {
  std::string file;
  unsigned line;
};

/// The line of an address by the section .debug_line of an ELF file for 64-bit little-endian machines. Understands
/// DWARF 2 to 4, which is asked of the compiler for kernels, and passes over other units. Nothing if unknown.
std::optional<Line> find_line(std::span<const std::byte> elf, std::uint64_t address);

}  // namespace assay::emulator
