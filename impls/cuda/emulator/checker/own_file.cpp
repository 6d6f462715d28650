// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <list>
#include <map>

#include "impls/cuda/emulator/checker/line_table.hpp"
#include "impls/cuda/emulator/checker/place.hpp"
#include "impls/cuda/emulator/checker/symbol_table.hpp"

namespace assay::emulator {
namespace {

/// A file's bytes; none if it cannot be read.
std::span<const std::byte> map_file(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  struct stat about {};
  void* memory = MAP_FAILED;
  if (fstat(file, &about) == 0 && about.st_size > 0)
    memory = mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (memory == MAP_FAILED) return {};
  return {static_cast<const std::byte*>(memory), static_cast<std::size_t>(about.st_size)};
}

/// The file that this code was loaded from. A program may have been called by another path than it has.
std::span<const std::byte> map_own_file() {
  Dl_info about{};
  if (dladdr(reinterpret_cast<const void*>(&line_of), &about) == 0 || !about.dli_fname) return {};
  const auto mapped = map_file(about.dli_fname);
  return mapped.empty() ? map_file("/proc/self/exe") : mapped;
}

std::span<const std::byte> own_file() {
  static const std::span<const std::byte> file = map_own_file();
  return file;
}

}  // namespace

std::optional<Symbol> symbol_at(std::uint64_t offset) { return find_symbol(own_file(), offset); }

Site line_of(std::uint64_t offset) {
  static std::map<std::uint64_t, Site> known;
  static std::list<std::string> names;  // sites keep their address
  const auto [place, is_new] = known.try_emplace(offset);
  if (!is_new) return place->second;
  if (const auto line = find_line(own_file(), offset)) {
    names.push_back(line->file);
    place->second = {names.back().c_str(), line->line};
  }
  return place->second;
}

}  // namespace assay::emulator
