// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "impls/kernel.hpp"
#include "properties/arithmetic_source.hpp"
#include "properties/verdict.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/inputs.hpp"
#include "reference/model/problem.hpp"

namespace assay::properties {

/// A problem with its tensors in memory: what a kernel is called with.
struct Call {
  Problem problem;
  Inputs inputs;
};

/// The tensors of a case, made.
Call make_call(const Case& the_case);

/// Which arithmetic a kernel is judged against, and why that one.
struct Requirement {
  Arithmetic arithmetic;
  ArithmeticSource source{};
};

/// What the user requires, else what the kernel declares of its numbers for this problem, else (an empty declaration)
/// the preset of the problem's dtype. Whoever judges asks here.
Requirement requirement_of(const impls::Kernel& kernel, const Problem& problem,
                           const std::optional<Arithmetic>& required = std::nullopt);
/// Its arithmetic where nothing is required.
Arithmetic stated_arithmetic(const impls::Kernel& kernel, const Problem& problem);

using Ran = std::variant<Outputs, Faulted>;

/// Run a kernel on fresh blank outputs. Faulted: what a KernelFault says, or it threw (Exception), changed an input
/// (InputWritten), replaced an output's type or extents (OutputReplaced) or left an element as it was
/// (OutputUnwritten); where names tensor and index. A kernel that draws its dropout mask and does not tell which leaves
/// dropout_drawn empty. The problem must be supported. Memory faults are seen by kernels that
/// run in a process of their own (impls/plugin/host/sandbox.hpp).
Ran run(const impls::Kernel& kernel, const Call& call);

/// What the calls of a sequence are made in: a tensor lies where the last call's tensor of that name lay, as long as it
/// fits there.
struct Memory {
  Inputs inputs;
  Outputs outputs;
};

/// run() in given memory.
Ran run(const impls::Kernel& kernel, const Call& call, Memory& memory);

}  // namespace assay::properties
