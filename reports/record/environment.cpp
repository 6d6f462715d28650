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

const std::string own_processes = "shared libraries run in processes of their own";
const std::string built_in = "; built-in kernels in the judge's";

}  // namespace

Environment detect_environment() {
  return {.assay = ASSAY_VERSION,
          .compiler = compiler(),
          .cpu = cpu_model(),
          .os = os(),
          .cores = static_cast<int>(std::thread::hardware_concurrency()),
          .isolation = own_processes + built_in,
          .date = now()};
}

void tell_isolation(const std::vector<std::string>& lost, Environment& environment) {
  std::string& told = environment.isolation;
  if (told == own_processes + built_in && lost.empty()) told = own_processes + ", confined" + built_in;
  const std::string in_part = ", confined only in part by this system (";
  for (const std::string& protection : lost) {
    if (told.find(protection) != std::string::npos) continue;
    const bool first = told.find(in_part) == std::string::npos;
    told = first ? own_processes + in_part + protection + ")" + built_in
                 : told.insert(told.size() - built_in.size() - 1, "; " + protection);
  }
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
