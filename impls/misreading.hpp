// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "impls/fault.hpp"

namespace assay::impls {

/// A fault that amounts to reading the call wrongly: an honest kernel given another problem or other inputs than it was
/// asked.
struct Misreading {
  /// Changes the call as the fault would.
  void (*rewrite)(Problem& problem, Inputs& inputs);
  /// Where the faulty code would stop with an error instead of computing; none: nowhere.
  Support (*supports)(const Problem& problem) = nullptr;
};

/// Completes a fault (everything but its kernel) whose kernel is its honest twin misreading the call.
Fault misreading_fault(const std::string& stem, Fault fault, Misreading misreading);

}  // namespace assay::impls
