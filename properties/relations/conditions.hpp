// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>

#include "impls/kernel.hpp"
#include "reference/model/problem.hpp"

namespace assay::properties {

/// Conditions that several properties share, each with its reason when it is not met.
using Condition = impls::Support (*)(const Problem&);

/// Anything that is not drawn by the kernel itself: without this two calls need not mean the same.
impls::Support known_dropout(const Problem& problem);
/// Nothing is dropped.
impls::Support evaluation_mode(const Problem& problem);
/// Key positions mean nothing: no causal, window, ALiBi, key lengths or other option by position.
impls::Support positions_free(const Problem& problem);
/// No sink logits.
impls::Support no_sinks(const Problem& problem);

/// The first refusal, or yes.
impls::Support all_of(const Problem& problem, std::initializer_list<Condition> conditions);

}  // namespace assay::properties
