// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "properties/diagnosis/suspect.hpp"
#include "reference/model/rearrange.hpp"

namespace assay::properties {

/// What suspects are written with.

/// Puts one boolean mask over all axes in the place of causality, window, segments and mask. sees: whether a key is
/// visible, told whether it was. Key lengths, additive masks and positions stay as they are. False: nothing changed.
bool replace_visibility(Problem& problem, Inputs& inputs,
                        const std::function<bool(const RowIndex& row, std::int64_t key, bool visible)>& sees);

/// The causal diagonal moved by so many keys.
bool move_diagonal(Problem& problem, Inputs& inputs, std::int64_t keys);

/// Keys [begin, end) hidden from every query, who may be left without any; false where nobody saw one.
bool hide_keys(Problem& problem, Inputs& inputs, std::int64_t begin, std::int64_t end);

/// Each element of the additive bias through a function; it is kept in fp64.
bool change_bias(Problem& problem, Inputs& inputs, const std::function<double(double)>& change);

/// Sets the scale; false where it is that already.
bool set_scale(Problem& problem, double scale);

/// Sizes of tiles that kernels use, for variants.
inline constexpr std::int64_t tile_sizes[] = {16, 32, 64, 128};

/// The row's output with roundings of its own: scores, probabilities of tiles of `block` keys relative to the running
/// maximum (0: of the row's maximum), the running output after each key. Identity where not set.
struct Roundings {
  std::function<double(double)> value = nullptr;
  std::function<double(double)> score = nullptr;
  std::function<double(double)> probability = nullptr;
  std::function<double(double)> accumulator = nullptr;
  std::int64_t block = 0;
  bool sum_rounded = false;  ///< the row sum is that of the rounded probabilities
  bool normalised = false;   ///< probabilities are divided by the row sum before they are rounded
};
std::vector<double> replay_row(const reference::RowData& row, const reference::RowResult& exact,
                               const Roundings& roundings);

/// The row with rounded probabilities; eight variants: of tiles of each size, of the row's maximum, divided first, of
/// the running maximum key by key, the same with the sum of the rounded ones.
inline constexpr int probability_variants = 8;
std::vector<double> replay_probabilities(const reference::RowData& row, const reference::RowResult& exact,
                                         const std::function<double(double)>& rounding, int variant);

/// Rounds to nearest in a format, or cuts towards zero.
std::function<double(double)> rounding_to(const char* format);
std::function<double(double)> cutting_to(const char* format);

}  // namespace assay::properties
