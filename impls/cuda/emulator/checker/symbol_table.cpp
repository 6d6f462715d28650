// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/symbol_table.hpp"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace assay::emulator {
namespace {

using Bytes = std::span<const std::byte>;

/// The n-th entry of a table, all zero beyond the file's end.
template <class T>
T entry(Bytes elf, std::uint64_t table, std::uint64_t n) {
  T value{};
  const std::uint64_t at = table + n * sizeof(T);
  if (table <= elf.size() && n < elf.size() && at + sizeof(T) <= elf.size())
    std::memcpy(&value, elf.data() + at, sizeof(T));
  return value;
}

/// "red" of _ZZ8two_passP6ParamsE3red.
std::string spoken(const std::string& symbol) {
  char* whole = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr);
  std::string name = whole ? whole : symbol;
  std::free(whole);
  if (const std::size_t scope = name.rfind("::"); scope != std::string::npos) name.erase(0, scope + 2);
  if (!whole) name.erase(std::min(name.find('.'), name.size()));  // a number that tells it from others
  return name;
}

}  // namespace

std::optional<Symbol> find_symbol(Bytes elf, std::uint64_t address) {
  if (elf.size() < sizeof(Elf64_Ehdr) || std::memcmp(elf.data(), ELFMAG, SELFMAG) != 0) return {};
  const auto header = entry<Elf64_Ehdr>(elf, 0, 0);
  for (unsigned n = 0; header.e_ident[EI_CLASS] == ELFCLASS64 && n < header.e_shnum; ++n) {
    const auto table = entry<Elf64_Shdr>(elf, header.e_shoff, n);
    if (table.sh_type != SHT_SYMTAB) continue;
    const auto names = entry<Elf64_Shdr>(elf, header.e_shoff, table.sh_link);
    for (std::uint64_t s = 0; s < table.sh_size / sizeof(Elf64_Sym); ++s) {
      const auto symbol = entry<Elf64_Sym>(elf, table.sh_offset, s);
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || address < symbol.st_value ||
          address >= symbol.st_value + symbol.st_size)
        continue;
      const std::uint64_t name = names.sh_offset + symbol.st_name;
      if (name >= elf.size()) return {};
      const char* text = reinterpret_cast<const char*>(elf.data()) + name;
      return Symbol{spoken(std::string(text, strnlen(text, elf.size() - name))), symbol.st_value, symbol.st_size};
    }
  }
  return {};
}

}  // namespace assay::emulator
