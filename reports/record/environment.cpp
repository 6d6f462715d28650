// SPDX-License-Identifier: Apache-2.0
#include "reports/record/environment.hpp"

#include <sys/utsname.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <thread>

namespace assay::reports {
namespace {

std::string compiler() {
#if defined(__clang__)
  return std::string("Clang ") + __clang_version__;
#else
  return std::string("GCC ") + __VERSION__;
#endif
}

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string os() {
  std::string text;
  std::ifstream release("/etc/os-release");
  for (std::string line; std::getline(release, line);)
    if (line.starts_with("PRETTY_NAME=\"") && line.ends_with('"')) text = line.substr(13, line.size() - 14) + ", ";
  utsname name{};
  return ::uname(&name) == 0 ? text + name.sysname + " " + name.release + " " + name.machine : text;
}

std::string now() {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  char buffer[32];
  std::strftime(buffer, sizeof buffer, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return buffer;
}

}  // namespace

Environment detect_environment() {
  return {.assay = ASSAY_VERSION,
          .compiler = compiler(),
          .cpu = cpu_model(),
          .os = os(),
          .cores = static_cast<int>(std::thread::hardware_concurrency()),
          .isolation = "shared libraries run in processes of their own, confined; built-in kernels in the judge's",
          .date = now()};
}

std::vector<Uncovered> left_out_of_build() {
  return {{.what = Uncovered::Kind::Kernel,
           .name = "cuda",
           .reason = "CUDA kernels are libraries, judged where they are named"},
          {.what = Uncovered::Kind::Output,
           .name = "gradients",
           .reason = "no backward reference exists yet; what a library offers is not called"},
          {.what = Uncovered::Kind::Problem,
           .name = "multi-head layer and other score functions",
           .reason = "reference and trace only: no bound is derived for them yet"}};
}

}  // namespace assay::reports
