// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::twins {

KernelPointer plain_online() { return honest_plain_online(); }

}  // namespace assay::impls::twins
