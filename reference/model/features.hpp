// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "reference/model/problem.hpp"

namespace assay {

/// Something that a problem may ask beyond plain attention. `bit` and `name` are those of impls/plugin_abi.h
/// (ASSAY_GROUPED_HEADS is bit 0, "grouped_heads"; a test holds them to each other); manifests of packs use the name,
/// refusals the phrase.
struct Feature {
  int bit = 0;
  std::string name;
  std::string phrase;
  std::function<bool(const Problem&)> asked;
};

/// Every feature, by bit: those of the problem options and those that belong to none.
const std::vector<Feature>& all_features();

/// The bits of the features that a problem asks for.
std::uint64_t features_of(const Problem& problem);

/// Their names, by bit.
std::vector<std::string> names_of_features(const Problem& problem);

/// Phrases of bits, separated by commas.
std::string feature_phrases(std::uint64_t features);

}  // namespace assay
