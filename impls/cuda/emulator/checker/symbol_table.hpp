// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace assay::emulator {

struct Symbol {
  std::string name;  ///< as in the source, without what it stands in
  std::uint64_t begin;
  std::uint64_t bytes;
};

/// The variable that holds an address by the section .symtab of an ELF file for 64-bit little-endian machines. Nothing
/// where there is none or the file was stripped.
std::optional<Symbol> find_symbol(std::span<const std::byte> elf, std::uint64_t address);

/// In the file that this library was loaded from.
std::optional<Symbol> symbol_at(std::uint64_t offset);

}  // namespace assay::emulator
