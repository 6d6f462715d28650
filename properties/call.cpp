// SPDX-License-Identifier: Apache-2.0
#include "properties/call.hpp"

#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "reference/model/place.hpp"

namespace assay::properties {
namespace {

std::optional<Faulted> changed_input(const Inputs& before, const Inputs& after) {
  std::optional<Faulted> fault;
  for_each_tensor(before, [&](const std::string& name, const Tensor& tensor) {
    const std::optional<Tensor> now = get_tensor(after, name);
    if (!fault && !(now && *now == tensor)) fault = Faulted{FaultKind::InputWritten, name};
  });
  return fault;
}

std::optional<Faulted> unfinished(const std::string& name, const Tensor& blank, const Tensor& got) {
  if (got.type() != blank.type() || got.extents() != blank.extents()) return Faulted{FaultKind::OutputReplaced, name};
  const bool is_float = got.type().kind == ElementType::Kind::Float;
  // A format with a single NaN cannot tell an unwritten element from one that overflowed; the oracle's NaN policy
  // judges those.
  if (is_float && !got.type().format.has_infinity()) return std::nullopt;
  const std::uint64_t unwritten = unwritten_bits(got.type());
  std::optional<Faulted> fault;
  for_each_index(got.extents(), [&](const Index4& index) {
    if (!fault && got.bits(index) == unwritten) fault = Faulted{FaultKind::OutputUnwritten, place_text(name, index)};
  });
  return fault;
}

std::optional<Faulted> unfinished(const std::string& name, const std::optional<Tensor>& blank,
                                  const std::optional<Tensor>& got) {
  if (blank.has_value() != got.has_value()) return Faulted{FaultKind::OutputReplaced, name};
  return blank ? unfinished(name, *blank, *got) : std::nullopt;
}

}  // namespace

Call make_call(const Case& the_case) { return {the_case.problem, make_inputs(the_case)}; }

Requirement requirement_of(const impls::Kernel& kernel, const Problem& problem,
                           const std::optional<Arithmetic>& required) {
  if (required) return {*required, ArithmeticSource::Required};
  Arithmetic declared = kernel.arithmetic(problem);
  if (!declared.preset.empty()) return {std::move(declared), ArithmeticSource::Declared};
  return {arithmetic_preset(problem.dtype.name), ArithmeticSource::Preset};
}

Arithmetic stated_arithmetic(const impls::Kernel& kernel, const Problem& problem) {
  return requirement_of(kernel, problem).arithmetic;
}

Ran run(const impls::Kernel& kernel, const Call& call) {
  Memory memory;
  return run(kernel, call, memory);
}

Ran run(const impls::Kernel& kernel, const Call& call, Memory& memory) {
  const Outputs blank = blank_outputs(call.problem);
  // Copies, not moves: only these reuse memory. And a kernel that writes through the const is seen and does no harm.
  memory.outputs = blank;
  memory.inputs = call.inputs;
  Outputs& outputs = memory.outputs;
  const Inputs& inputs = memory.inputs;
  try {
    kernel.run(call.problem, inputs, outputs);
  } catch (const impls::KernelFault& fault) {
    return Faulted{parse_word("kind", fault.kind(), impls::fault_kind_words), fault.where()};
  } catch (const std::exception& error) {
    return Faulted{FaultKind::Exception, error.what()};
  } catch (...) {
    return Faulted{FaultKind::Exception, "not derived from std::exception"};
  }
  if (auto fault = changed_input(call.inputs, inputs)) return *fault;
  if (outputs.dropout_drawn == blank.dropout_drawn) outputs.dropout_drawn.reset();  // it does not tell
  const std::optional<Tensor> drawn = outputs.dropout_drawn ? blank.dropout_drawn : std::nullopt;
  if (auto fault = unfinished("out", blank.out, outputs.out)) return *fault;
  if (auto fault = unfinished("lse", blank.lse, outputs.lse)) return *fault;
  if (auto fault = unfinished("dropout_drawn", drawn, outputs.dropout_drawn)) return *fault;
  return outputs;
}

}  // namespace assay::properties
