// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/landlock.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace assay::impls::worker {
namespace {

// The structure and the rights of ABI 2 to 7; the headers that the build finds may know fewer.
struct RulesetAttributes {
  std::uint64_t handled_files;
  std::uint64_t handled_network;
  std::uint64_t scoped;
};

constexpr std::uint64_t refer = 1 << 13, truncate_file = 1 << 14, device_ioctl = 1 << 15;
constexpr std::uint64_t files_of_first_abi = refer - 1;
constexpr std::uint64_t tcp_bind = 1 << 0, tcp_connect = 1 << 1;
constexpr std::uint64_t abstract_sockets = 1 << 0, signals = 1 << 1;

RulesetAttributes attributes_of(long abi) {
  RulesetAttributes attributes{files_of_first_abi, 0, 0};
  if (abi >= 2) attributes.handled_files |= refer;
  if (abi >= 3) attributes.handled_files |= truncate_file;
  if (abi >= 4) attributes.handled_network = tcp_bind | tcp_connect;
  if (abi >= 5) attributes.handled_files |= device_ioctl;
  if (abi >= 6) attributes.scoped = abstract_sockets | signals;
  return attributes;
}

std::size_t size_of(long abi) {
  constexpr std::size_t field = sizeof(std::uint64_t);
  return abi >= 6 ? 3 * field : abi >= 4 ? 2 * field : field;
}

void permit(int ruleset, const std::filesystem::path& path, std::uint64_t rights) {
  const int place = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0) return;
  struct stat status {};
  const bool folder = fstat(place, &status) == 0 && S_ISDIR(status.st_mode);
  if (folder) rights |= LANDLOCK_ACCESS_FS_READ_DIR;
  const landlock_path_beneath_attr rule{rights, place};
  syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(place);
}

}  // namespace

std::vector<std::filesystem::path> gpu_devices() {
  std::vector<std::filesystem::path> devices;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", unreadable)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("nvidia") || name == "kfd" || name == "dri") devices.push_back(entry.path());
  }
  return devices;
}

long landlock_version() {
  return std::max(0L, syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

int landlock_ruleset(const std::vector<std::filesystem::path>& readable) {
  const long abi = landlock_version();
  if (abi < 1) return -1;
  const RulesetAttributes attributes = attributes_of(abi);
  const int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size_of(abi), 0));
  if (ruleset < 0) return -1;
  for (const std::filesystem::path& path : readable) permit(ruleset, path, LANDLOCK_ACCESS_FS_READ_FILE);
  constexpr std::uint64_t read_and_write = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
  permit(ruleset, "/dev/null", read_and_write);
  const std::vector<std::filesystem::path> gpus = gpu_devices();
  if (!gpus.empty()) permit(ruleset, "/dev/zero", read_and_write);  // shared, it is memory that no limit counts
  for (const std::filesystem::path& device : gpus)
    permit(ruleset, device, read_and_write | (attributes.handled_files & device_ioctl));
  return ruleset;
}

bool landlock_enforce(int ruleset) {
  if (ruleset < 0) return false;
  const bool enforced = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return enforced;
}

}  // namespace assay::impls::worker
