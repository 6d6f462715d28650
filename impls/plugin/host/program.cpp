// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/program.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "impls/plugin/host/descriptor.hpp"
#include "reference/model/contract.hpp"

namespace assay::impls::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr const char* program_name = "assay-worker";

/// The folder of the shared library or program that this code is part of.
fs::path own_folder() {
  Dl_info info{};
  std::error_code ignored;
  if (dladdr(reinterpret_cast<const void*>(&worker_program), &info) == 0 || !info.dli_fname) return {};
  return fs::canonical(info.dli_fname, ignored).parent_path();
}

fs::path find_worker(const fs::path& asked) {
  if (!asked.empty()) return asked;
  if (const char* variable = std::getenv("ASSAY_WORKER")) return variable;
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& place : {program / program_name, own_folder() / ".." / "bin" / program_name,
                                fs::path(ASSAY_WORKER_PATH), fs::path(ASSAY_WORKER_INSTALLED)})
    if (place.is_absolute() && fs::exists(place, ignored)) return place;  // not what lies where a person is
  return ASSAY_WORKER_INSTALLED;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file)
    throw EnvironmentError("cannot read " + path.string() + ", the program that runs plug-ins: " +
                           std::strerror(errno) + "; ASSAY_WORKER names another one");
  return text;
}

/// A sealed file without a name, or none.
Descriptor anonymous_copy(const std::string& text) {
  Descriptor file = lifted(Descriptor(memfd_create("host", MFD_CLOEXEC | MFD_ALLOW_SEALING)));
  const bool whole = write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
  constexpr int seals = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  return whole && fcntl(file.number(), F_ADD_SEALS, seals) == 0 ? std::move(file) : Descriptor();
}

#if defined(__x86_64__)
constexpr unsigned own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned own_machine = EM_AARCH64;
#else
constexpr unsigned own_machine = EM_NONE;  // not checked
#endif

std::string machine_name(unsigned machine) {
  switch (machine) {
    case EM_X86_64: return "x86-64";
    case EM_AARCH64: return "AArch64";
    case EM_386: return "32-bit x86";
    case EM_ARM: return "32-bit ARM";
    case EM_RISCV: return "RISC-V";
    default: return "machine number " + std::to_string(machine);
  }
}

}  // namespace

std::string worker_program(const fs::path& asked) {
  static std::mutex mutex;
  static std::map<fs::path, Descriptor> copies;
  const std::lock_guard lock(mutex);
  const fs::path worker = find_worker(asked);
  Descriptor& copy = copies[worker];
  if (!copy) copy = anonymous_copy(contents(worker));
  return copy ? "/proc/self/fd/" + std::to_string(copy.number()) : worker.string();
}

std::vector<std::string> worker_environment() {
  constexpr std::array passed{"PATH",
                              "LD_LIBRARY_PATH",
                              "LANG",
                              "LC_ALL",
                              "TZ",
                              "OMP_NUM_THREADS",
                              "MKL_NUM_THREADS",
                              "OPENBLAS_NUM_THREADS",
                              "CUDA_VISIBLE_DEVICES",
                              "ASAN_OPTIONS"};
  std::vector<std::string> environment;
  for (const char* name : passed)
    if (const char* value = std::getenv(name)) environment.push_back(std::string(name) + "=" + value);
  return environment;
}

void check_library_file(const fs::path& library) {
  const auto refuse = [&](const std::string& why) { throw EnvironmentError(library.string() + ": " + why); };
  std::error_code error;
  const fs::file_status status = fs::status(library, error);
  if (!fs::exists(status)) refuse("no such file; want a shared library with the plug-in ABI");
  if (fs::is_directory(status)) refuse("a directory; want a shared library with the plug-in ABI");
  if (!fs::is_regular_file(status)) refuse("not a regular file; want a shared library with the plug-in ABI");
  std::ifstream file(library, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file && !file.eof()) refuse(std::string("cannot be read: ") + std::strerror(errno));
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) refuse("not a shared library (no ELF file)");
  if (own_machine != EM_NONE && header.e_machine != own_machine)
    refuse("built for " + machine_name(header.e_machine) + "; this machine is " + machine_name(own_machine));
  if (header.e_type != ET_DYN) refuse("an ELF file, but not a shared library; link it with -shared");
}

}  // namespace assay::impls::sandbox
