// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "properties/call.hpp"

namespace assay::properties {

/// The call with value row j one in column j - first and zero elsewhere, so that output column c is the weight
/// of key first + c. value_dim becomes columns.
Call one_hot(const Call& call, std::int64_t columns, std::int64_t first);

/// Which call an element of a block's output stands in: "(called with one-hot values: the last index is the key,
/// from 64)".
std::string called_with(std::int64_t first);

/// Read all weights of a call off a kernel: visit(block, first) for one_hot blocks that cover the keys, wide
/// ones where the kernel takes them, until one is bad. The worst verdict; NoEvidence without keys.
Verdict for_each_block(const impls::Kernel& kernel, const Call& call,
                       const std::function<Verdict(const Call& block, std::int64_t first)>& visit);

}  // namespace assay::properties
