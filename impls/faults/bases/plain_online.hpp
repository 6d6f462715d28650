// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "impls/fault.hpp"

namespace assay::impls {

/// What a range of keys comes to: sum and out count in units of exp(max).
struct OnlineState {
  float max;
  float sum;
  std::vector<float> out;
};

/// What the keys beyond the last one are taken for where the last tile is not full.
enum class TailKeys {
  None,       ///< nothing: right
  Unvisited,  ///< the whole last tile is skipped
  Zeros,      ///< keys and values of zero that nobody masks
  NextHead,   ///< the first keys of the next key head
};

/// What a plain online softmax can do otherwise. The defaults are right and give a correct kernel (held to that in the
/// tests). Numbers are natural: scores in nats.
struct Slips {
  // Tiles.
  TailKeys tail = TailKeys::None;
  bool visit_first_tile = true;

  // Scores: from the rounded dot product of rounded query and key, and the sum of added terms.
  float (*input)(float element) = nullptr;                                  ///< rounding of query and key
  float (*value)(float element) = nullptr;                                  ///< rounding of values
  float (*dot)(float sum) = nullptr;                                        ///< rounding of the dot product
  float (*score)(const Problem& problem, float dot, float term) = nullptr;  ///< the whole formula
  float (*rounded_score)(float score) = nullptr;                            ///< rounding of the score
  bool add_minus_infinity = false;  ///< hidden keys: minus infinity is added to the score that they would have

  // Running maximum and rescaling.
  float (*maximum)(float running, float of_tile) = [](float running, float of_tile) {
    return of_tile > running ? of_tile : running;
  };
  float first_maximum = -INFINITY;  ///< where the maximum starts in a row without a sink
  bool guard_empty = true;          ///< false: exp(-inf - -inf) where no key was seen yet
  float (*rescale_sum)(float old_maximum, float maximum) = nullptr;  ///< exp(old - new)
  float (*rescale_out)(float old_maximum, float maximum) = nullptr;  ///< exp(old - new)

  // Weights and sums.
  float (*weight)(float score, float maximum) = nullptr;  ///< exp(score - maximum)
  bool visit_hidden = false;                              ///< hidden keys are multiplied by their weight as well
  float (*probability)(float weight) = nullptr;           ///< rounding of what meets the values
  bool sum_probabilities = false;                         ///< the row sum is of the rounded ones
  float (*running_sum)(float sum) = nullptr;              ///< rounding after each addition to the row sum
  float (*running_out)(float element) = nullptr;          ///< rounding after each addition to the output
  int sinks = 1;                                          ///< how often the sink is counted
  float (*sink)(float logit) = nullptr;                   ///< what is made of its logit

  // End of the row.
  bool divide = true;
  float (*output)(float element, const FloatFormat& format) = nullptr;  ///< before it is stored
  float (*lse)(const OnlineState& state) = nullptr;                     ///< natural log-sum-exp

  // Independent ranges of keys, each with a state of its own.
  int splits = 1;
  OnlineState (*merge)(const std::vector<OnlineState>& states) = nullptr;  ///< merge_states
};

/// States of disjoint ranges as one, by their maxima; a range without a visible key has weight 0.
OnlineState merge_states(const std::vector<OnlineState>& states);

/// Online softmax as one would first write it: a row at a time, tiles of 16 keys, float32, no vectors, no threads.
KernelPointer plain_online(const std::string& name, const std::string& description, const Slips& slips);

/// Without slips: named "plain_online", the honest twin of the faults below. It is on no list of kernels to judge.
KernelPointer honest_plain_online();

/// Completes a fault (everything but its kernel and twin) whose kernel is the plain online softmax with slips.
Fault slip_fault(const std::string& stem, Fault fault, const Slips& slips);

}  // namespace assay::impls
