// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "impls/fault.hpp"

namespace assay::impls {

/// What a plain online softmax can leave out. The defaults leave out nothing and give a correct kernel (held to that in
/// the tests).
struct Slips {
  bool subtract_maximum = true;
  bool rescale = true;
  bool visit_tail = true;  ///< false: a last tile that is not full is not visited
};

/// Online softmax as one would first write it: a row at a time, tiles of 16 keys, float32, no vectors, no threads.
KernelPointer plain_online(const std::string& name, const std::string& description, Slips slips);

/// Without slips: named "plain_online", the honest twin of the faults below. It is on no list of kernels to judge.
KernelPointer honest_plain_online();

/// Completes a fault (everything but its kernel and twin) whose kernel is the plain online softmax with slips.
Fault slip_fault(const std::string& stem, Fault fault, Slips slips);

}  // namespace assay::impls
