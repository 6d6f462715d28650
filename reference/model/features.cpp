// SPDX-License-Identifier: Apache-2.0
#include "reference/model/features.hpp"

#include <algorithm>

#include "reference/model/problem_options.hpp"

namespace assay {
namespace {

bool has_empty_extent(const Problem& p) {
  const Extents& e = p.extents;
  return std::min({e.batch, e.query_heads, e.query_length, e.key_length, e.head_dim, e.value_dim}) == 0;
}

std::vector<Feature> make_features() {
  std::vector<Feature> list{
      {17, "descale", "quantisation scales", [](const Problem&) { return false; }},  // no option asks for them yet
      {18, "empty", "an extent of zero", has_empty_extent}};
  for (const ProblemOption& option : problem_options())
    list.insert(list.end(), option.features.begin(), option.features.end());
  std::ranges::sort(list, {}, &Feature::bit);
  return list;
}

}  // namespace

const std::vector<Feature>& all_features() {
  static const std::vector<Feature> list = make_features();
  return list;
}

std::uint64_t features_of(const Problem& problem) {
  std::uint64_t bits = 0;
  for (const Feature& feature : all_features())
    if (feature.asked(problem)) bits |= std::uint64_t{1} << feature.bit;
  return bits;
}

std::vector<std::string> names_of_features(const Problem& problem) {
  std::vector<std::string> names;
  for (const Feature& feature : all_features())
    if (feature.asked(problem)) names.push_back(feature.name);
  return names;
}

std::string feature_phrases(std::uint64_t features) {
  std::string phrases;
  for (const Feature& feature : all_features())
    if (features >> feature.bit & 1) phrases += (phrases.empty() ? "" : ", ") + feature.phrase;
  return phrases;
}

}  // namespace assay
