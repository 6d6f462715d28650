// SPDX-License-Identifier: Apache-2.0
// How tests call the libraries of this folder.
#pragma once

#include <cctype>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>

#include "impls/registry.hpp"
#include "impls/plugin/host/sandbox.hpp"
#include "reference/model/case/case.hpp"

namespace assay::impls {

inline constexpr const char* small_case =
    "b=1 hq=2 hkv=2 tq=4 tk=8 dk=8 dv=8 dtype=fp32 lse=1 convention=torch recipe=r1 seed=5";

/// No multiple of 16 bytes in key: 7 rows of 5 elements.
inline constexpr const char* odd_case = "b=1 hq=2 hkv=2 tq=3 tk=7 dk=5 dv=5 dtype=fp32 recipe=r1 seed=5";

inline std::filesystem::path hostile(const std::string& name) {
  return std::filesystem::path(ASSAY_HOSTILE_FOLDER) / ("lib" + name + ".so");
}

inline constexpr double short_time = 0.3, filling_time = 1.5, long_time = 30;

/// Little memory, so that it is soon used up; little time for those who never return.
inline SandboxOptions limits(double seconds = long_time) {
  SandboxOptions options;
  options.seconds = seconds;
  options.load_seconds = long_time;
  options.memory_bytes = std::uint64_t{128} << 20;
  return options;
}

struct Call {
  Problem problem;
  Inputs inputs;
};

inline Call make_call(const char* line = small_case) {
  const Case the_case = parse_case(line);
  return {the_case.problem, make_inputs(the_case)};
}

/// What running it once came to: "kind: where", or "" and the outputs.
inline std::string fault_of(const Kernel& kernel, const Call& call, Outputs& outputs) {
  outputs = blank_outputs(call.problem);
  try {
    kernel.run(call.problem, call.inputs, outputs);
  } catch (const KernelFault& fault) {
    return fault.what();
  }
  return "";
}

inline std::string fault_of(const Kernel& kernel, const Call& call) {
  Outputs outputs = blank_outputs(call.problem);
  return fault_of(kernel, call, outputs);
}

/// Whether the outputs are those of an honest kernel, element by element as written by fp32 loops.
inline bool is_attention(const Call& call, const Outputs& outputs) {
  constexpr double far = 1e-4;
  Outputs honest = blank_outputs(call.problem);
  find_kernel("explicit_fp32")->run(call.problem, call.inputs, honest);
  bool close = true;
  for_each_index(honest.out.extents(),
                 [&](const Index4& at) { close &= std::abs(outputs.out.get(at) - honest.out.get(at)) < far; });
  return close;
}

/// What a library must be told by.
struct Expected {
  const char* library;
  const char* kind;
  const char* where;
};

/// Of a library as the name of a test.
inline std::string test_name(const char* library) {
  std::string name;
  bool upper = true;
  for (const char* c = library; *c; ++c) {
    if (*c != '_') name += upper ? static_cast<char>(std::toupper(*c)) : *c;
    upper = *c == '_';
  }
  return name;
}

/// The protections whose loss would excuse that an attempt got through.
inline std::string lost(const Kernel& kernel) {
  std::string all;
  for (const std::string& caveat : kernel.caveats()) all += caveat + "\n";
  return all;
}

}  // namespace assay::impls
