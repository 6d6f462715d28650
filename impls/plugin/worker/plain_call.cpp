// SPDX-License-Identifier: Apache-2.0
// Calls libraries in its own process, neither confined nor judged, for programs that watch a process: a debugger,
// compute-sanitizer. Their inputs are those of `assay check`; no byte lies around a tensor in device memory.
#include <cstddef>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "impls/plugin/plugin_call.hpp"
#include "impls/plugin/worker/library.hpp"
#include "impls/plugin/worker/workspace.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"

namespace assay::impls::worker {
namespace {

constexpr const char* usage =
    "assay-plain-call LIBRARY... < LINES: call each library on each case line, here, without judging what it returns.\n"
    "Exit codes: 0 every call that is supported returned ok; 1 one did not, or none was made; 2 usage; 3 a library "
    "cannot be loaded.\n";

/// Of a contiguous tensor.
std::size_t bytes_of(const Tensor& tensor) {
  std::size_t elements = 1;
  for (const std::int64_t extent : tensor.extents()) elements *= static_cast<std::size_t>(extent);
  return elements * tensor.type().bytes();
}

/// A tensor where the plug-in wants it.
class Placed {
 public:
  Placed(const assay_memory* memory, std::byte* host, std::size_t bytes) : memory_(memory), host_(host) {
    if (!memory_) return;
    device_ = memory_->allocate(bytes);
    if (!device_ || memory_->to_device(device_, host, bytes) != ASSAY_OK)
      throw EnvironmentError("the device takes no tensor of " + std::to_string(bytes) + " bytes");
  }
  Placed(Placed&& other) noexcept
      : memory_(other.memory_),
        host_(other.host_),
        device_(std::exchange(other.device_, nullptr)) {}
  ~Placed() {
    if (device_) memory_->release(device_);
  }
  void* data() const { return memory_ ? device_ : host_; }

 private:
  const assay_memory* memory_;
  std::byte* host_;
  void* device_ = nullptr;
};

/// "ok", "refused: ..." or what went wrong.
std::string call(const Plugin& plugin, const Case& the_case) {
  const PluginAnswer answer = plugin.answer(the_case.problem);
  if (!answer.refusal.empty()) return "refused: " + answer.refusal;
  if (!answer.fault.empty()) return answer.fault;
  const Inputs inputs = make_inputs(the_case);
  Outputs outputs = blank_outputs(the_case.problem);
  std::vector<Tensor> copies;  // contiguous, which every plug-in takes
  std::vector<Placed> placed;
  PluginCall plugin_call(the_case.problem);
  const auto place = [&](const std::string& name, Tensor& tensor) {
    placed.emplace_back(plugin.description().memory, tensor.bytes(), bytes_of(tensor));
    plugin_call.place({name, placed.back().data(), tensor.type(), tensor.extents(), tensor.strides()});
  };
  for_each_tensor(inputs, [&](const std::string&, const Tensor& tensor) { copies.push_back(tensor.contiguous()); });
  std::size_t n = 0;
  for_each_tensor(inputs, [&](const std::string& name, const Tensor&) { place(name, copies[n++]); });
  place("out", outputs.out);
  if (outputs.lse) place("lse", *outputs.lse);
  if (outputs.dropout_drawn) place("dropout_drawn", *outputs.dropout_drawn);
  plugin_call.set_dropout_seed(inputs.dropout_seed);
  Workspace workspace;
  workspace.resize(answer.workspace_bytes);
  plugin_call.set_workspace(workspace.fresh(), workspace.bytes());
  const assay_status status = plugin.description().forward(&plugin_call.call());
  return status == ASSAY_OK ? "ok" : plugin.describe(status);
}

int call_all(const std::vector<std::string>& libraries, const std::vector<Case>& cases) {
  int ok = 0, wrong = 0;
  for (const std::string& path : libraries) {
    const Plugin plugin = load_library(std::filesystem::absolute(path).string());
    for (const Case& the_case : cases) {
      const std::string said = call(plugin, the_case);
      ok += said == "ok";
      wrong += said != "ok" && !said.starts_with("refused: ");
      std::cout << path << "  " << to_text(the_case) << "  " << said << '\n' << std::flush;
    }
  }
  return ok > 0 && wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace assay::impls::worker

int main(int count, char** arguments) {
  const std::vector<std::string> libraries(arguments + 1, arguments + count);
  if (libraries.empty() || libraries.front().starts_with('-')) {
    std::cerr << assay::impls::worker::usage;
    return 2;
  }
  try {
    std::vector<assay::Case> cases;
    for (std::string line; std::getline(std::cin, line);)
      if (!line.empty() && !line.starts_with('#')) cases.push_back(assay::parse_case(line));
    return assay::impls::worker::call_all(libraries, cases);
  } catch (const assay::UsageError& error) {
    std::cerr << "assay-plain-call: " << error.what() << "\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "assay-plain-call: " << error.what() << "\n";
    return 3;
  }
}
