// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "tidy_rules.hpp"

namespace tidy {
namespace {

constexpr std::string_view layers[] = {"reference/", "impls/", "properties/", "fuzz/", "reports/"};
constexpr std::string_view shelves[] = {"reference/model/", "reference/exact/", "reference/error/"};
constexpr std::string_view doors[] = {"impls/kernel.hpp",
                                      "impls/fault_kind.hpp",
                                      "impls/fault.hpp",
                                      "impls/registry.hpp",
                                      "impls/function_kernel.hpp",
                                      "impls/arithmetic/emulated.hpp",
                                      "impls/plugin/host/sandbox.hpp",
                                      "impls/plugin/plugin.hpp",
                                      "impls/provenance.hpp"};
constexpr std::string_view mask_header = "reference/model/mask.hpp";

/// Index of the prefix that the path has, or -1.
int rank(std::span<const std::string_view> prefixes, std::string_view path) {
  for (std::size_t n = 0; n < prefixes.size(); ++n)
    if (path.starts_with(prefixes[n])) return static_cast<int>(n);
  return -1;
}

bool is_outside_oracle(std::string_view path) { return path.starts_with("reference/exact/second_opinion/arb_"); }

/// A project that stands outside: it sees what is installed, in angle brackets.
bool is_outside_project(std::string_view path) {
  return path.starts_with("impls/foreign/consumer/") || path.starts_with("impls/cuda/example/");
}

/// Whether the file must not know which keys the model calls visible, nor any answer.
bool is_blind(std::string_view path) {
  return (path.starts_with("impls/") && !is_outside_project(path)) || is_outside_oracle(path);
}

/// What a blind file may not see, directly or through other headers.
bool is_hidden_from_blind(std::string_view target) {
  if (target == mask_header) return true;
  return target.starts_with("reference/") && !target.starts_with("reference/model/") && !is_outside_oracle(target);
}

constexpr std::string_view cuda_kernels[] = {"impls/cuda/kernels/common/", "impls/cuda/kernels/explicit/",
                                             "impls/cuda/kernels/tiled/", "impls/cuda/kernels/tensor_core/",
                                             "impls/cuda/kernels/split_kv/"};

/// What nvcc and the emulator's compilers compile alike.
bool is_cuda_kernel(std::string_view path) { return rank(cuda_kernels, path) >= 0; }

std::string complaint_about(const Source& source, const std::string& target) {
  if (is_cuda_kernel(source.path) && !is_cuda_kernel(target) && target != "impls/cuda/simt/simt.hpp" &&
      target != "impls/plugin_abi.h")
    return "is not for a CUDA kernel; it sees impls/cuda/simt/simt.hpp, the plug-in ABI and other kernels' files";
  const int own = rank(layers, source.path);
  const int other = rank(layers, target);
  if (own < 0) return "";
  if (other < 0) return "is not written from the repository root";
  if (other > own) return "points up; layers are reference, impls, properties, fuzz, reports";
  const bool within_reference = own == 0 && !source.is_test();
  if (within_reference && rank(shelves, target) > rank(shelves, source.path))
    return "points up; reference is model, exact, error";
  if (is_blind(source.path) && is_hidden_from_blind(target))
    return "shows a kernel the answer; impls and the outside oracle see the model without its masks";
  if (own > 1 && other == 1 && rank(doors, target) < 0)
    return "looks inside a kernel; judges see its interface: kernel, fault, registry, function_kernel, sandbox, plugin";
  if (source.in("reports/formats/") && other != 4)
    return "goes around the record; formats see reports/ only, so that a report can be rebuilt from its record";
  return "";
}

/// Where a foreign header may be included: path prefixes, or suffixes that begin with an underscore.
struct Home {
  std::string_view header;
  std::vector<std::string_view> places;
};

const std::vector<Home>& homes() {
  static const std::vector<Home> list{
      {"boost/", {"reference/exact/interval.cpp", "reference/error/usual/suspicion.cpp"}},
      {"mpfi", {"reference/exact/interval.cpp"}},
      {"mpfr", {"reference/exact/"}},
      {"gmp", {"reference/exact/"}},
      {"arb", {"reference/exact/second_opinion/arb_"}},
      {"flint/", {"reference/exact/second_opinion/arb_"}},
      {"nlohmann/",
       {"reference/model/files/safetensors_header.cpp", "reports/record/record_json.cpp", "reports/packs/manifest.cpp",
        "reports/diff/diff_json.cpp"}},
      {"Random123/", {"reference/model/case/random.cpp"}},
      {"CLI/", {"reports/cli/options.cpp", "fuzz/measure/options.cpp"}},
      {"pugixml", {"reports/"}},
      {"xxhash", {"fuzz/corpus.cpp", "impls/plugin/host/checksum.cpp", "reports/packs/pack.cpp"}},
      {"dlpack/", {"impls/plugin_abi.h"}},
      {"rapidcheck", {"properties/cases/rapidcheck_case.hpp", "_test.cpp"}},
      {"tbb/", {"impls/", "fuzz/parallel.cpp"}},
      {"oneapi/", {"impls/", "fuzz/parallel.cpp"}},
      {"cuda", {"impls/cuda/", "impls/foreign/examples/cuda/"}},
      {"cublas", {"impls/cuda/kernels/vendor/"}},
      {"cudnn", {"impls/cuda/kernels/vendor/"}},
      {"seccomp", {"impls/plugin/worker/syscall_filter.cpp"}},
      {"linux/landlock", {"impls/plugin/worker/landlock.cpp"}},
      {"gtest/", {"_test.cpp"}},
      {"gmock/", {"_test.cpp"}},
      {"benchmark/", {"_bench.cpp"}},
      {"cblas", {"_bench.cpp"}},
  };
  return list;
}

bool is_at_home(const Source& source, const Home& home) {
  return std::ranges::any_of(home.places, [&](std::string_view place) {
    return place.starts_with('_') ? source.ends(place) : source.in(place);
  });
}

/// The chain of includes from the path to something hidden, empty if there is none.
std::string chain_to_hidden(const std::string& path, const std::map<std::string, const Source*>& files,
                            std::set<std::string>& seen) {
  const auto found = files.find(path);
  if (found == files.end() || !seen.insert(path).second) return "";
  for (const Include& include : includes_of(*found->second)) {
    if (is_hidden_from_blind(include.target)) return path + " -> " + include.target;
    const std::string rest = chain_to_hidden(include.target, files, seen);
    if (!rest.empty()) return path + " -> " + rest;
  }
  return "";
}

}  // namespace

Complaints check_layers(const Source& source) {
  Complaints complaints;
  for (const Include& include : includes_of(source)) {
    if (!include.quoted) continue;
    const std::string why = complaint_about(source, include.target);
    if (!why.empty()) complaints.push_back(at(source, include.line, "\"" + include.target + "\" " + why));
  }
  return complaints;
}

Complaints check_confinement(const Source& source) {
  Complaints complaints;
  for (const Include& include : includes_of(source))
    if (!include.quoted && is_cuda_kernel(source.path) && include.target.find_first_of("./") != std::string::npos)
      complaints.push_back(at(source, include.line, "<" + include.target + "> belongs in impls/cuda/simt/"));
  for (const Include& include : includes_of(source))
    for (const Home& home : homes())
      if (!include.quoted && include.target.starts_with(home.header) && !is_at_home(source, home)) {
        std::string where;
        for (const std::string_view place : home.places) where += " " + std::string(place);
        complaints.push_back(at(source, include.line, "<" + include.target + "> belongs in" + where));
      }
  return complaints;
}

Complaints check_reach(const std::vector<Source>& tree) {
  std::map<std::string, const Source*> files;
  for (const Source& source : tree) files[source.path] = &source;
  Complaints complaints;
  for (const Source& source : tree) {
    if (!source.is_cpp() || !is_blind(source.path)) continue;
    std::set<std::string> seen;
    const std::string chain = chain_to_hidden(source.path, files, seen);
    if (!chain.empty()) complaints.push_back(source.path + ": reaches what is hidden from it: " + chain);
  }
  return complaints;
}

Complaints check_used(const std::vector<Source>& tree) {
  std::set<std::string> included;
  std::string builds;  // all build files, so that a source counts as named wherever it is listed
  for (const Source& source : tree) {
    for (const Include& include : includes_of(source))
      included.insert(source.in(".ci/") && include.quoted ? ".ci/" + include.target : include.target);
    if (source.name() == "CMakeLists.txt") builds += source.text;
  }
  Complaints complaints;
  for (const Source& source : tree) {
    if (!source.is_cpp()) continue;
    const std::string name(source.name());
    const std::string folder = source.path.substr(0, source.path.size() - name.size() - 1);
    const std::string storey = folder.substr(0, folder.find('/'));
    const std::string shelf = folder.substr(0, folder.rfind('/'));
    // A folder is gathered by its path from the CMakeLists.txt of its storey, or of the folder above it.
    const auto gathers = [&](const std::string& above) {
      return folder.size() > above.size() &&
             builds.find("FOLDER " + folder.substr(above.size() + 1) + " ") != std::string::npos;
    };
    const bool gathered = gathers(storey) || gathers(shelf) || storey == "properties";
    if (source.ends(".hpp") || source.ends(".h")) {
      if (!included.contains(source.path)) complaints.push_back(source.path + ": nobody includes it; delete it");
    } else if (!(gathered && !source.is_test()) && builds.find(name) == std::string::npos) {
      complaints.push_back(source.path + ": no CMakeLists.txt names it; build it or delete it");
    }
  }
  return complaints;
}

}  // namespace tidy
