// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "impls/fault.hpp"

namespace assay::impls {

/// What a kernel that no call may depend on an earlier one keeps all the same.
struct Memory {
  std::int64_t calls = 0;            ///< earlier ones
  std::optional<Problem> problem{};  ///< of the call that the fault remembers
  std::optional<Inputs> inputs{};
  std::optional<Outputs> outputs{};
};

/// A fault whose kernel is its honest twin with a memory: `act` runs a call and may read and change the memory. Calls
/// from several threads take turns. Completes everything but the kernel.
Fault remembering_fault(const std::string& stem, Fault fault,
                        void (*act)(const Kernel& twin, Memory& memory, const Problem& problem, const Inputs& inputs,
                                    Outputs& outputs));

}  // namespace assay::impls
