// SPDX-License-Identifier: Apache-2.0
#pragma once

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// Which fault of a kernel's enumeration is planted; -1: none. Read by the build -DASSAY_SIMT_ZOO only.
int& planted_fault();
/// Asked by a call, so that the checker sees no load of kernel code.
bool is_planted(int fault);

}  // namespace assay::emulator

namespace assay::simt {

/// `if (planted(Fault::no_rescale)) ...` is a fault in the copy of a kernel that the zoo is built of.
template <class Fault>
bool planted(Fault fault) {
  return emulator::is_planted(static_cast<int>(fault));
}

}  // namespace assay::simt
#pragma GCC visibility pop
