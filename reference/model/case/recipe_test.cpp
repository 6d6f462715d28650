// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "reference/model/case/case.hpp"
#include "reference/model/mask.hpp"
#include "reference/model/case/random.hpp"

namespace assay {
namespace {

/// FNV-1a over the element bits of every tensor: a fingerprint that must never change under one recipe version.
std::uint64_t fingerprint(const Inputs& inputs) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for_each_tensor(inputs, [&](const std::string&, const Tensor& tensor) {
    for_each_index(tensor.extents(), [&](const Index4& at) { hash = (hash ^ tensor.bits(at)) * 0x100000001b3u; });
  });
  return hash;
}

TEST(RandomStream, NormalsHaveMeanZeroVarianceOneAndKnownQuantiles) {
  const RandomStream random(1, 1);
  const int count = 200000;
  double sum = 0, squares = 0;
  int below_minus_one = 0;
  for (int n = 0; n < count; ++n) {
    const double x = random.normal(static_cast<std::uint64_t>(n));
    sum += x;
    squares += x * x;
    below_minus_one += x < -1;
  }
  EXPECT_LT(std::fabs(sum / count), 4 / std::sqrt(count));  // four standard errors
  EXPECT_LT(std::fabs(squares / count - 1), 4 * std::sqrt(2.0 / count));
  EXPECT_LT(std::fabs(below_minus_one / double(count) - 0.158655), 4 * std::sqrt(0.1335 / count));
}

TEST(Recipe, EveryFillMakesTensorsThatFitTheProblem) {
  const Problem problem = parse_problem(
      "b=2 hq=4 hkv=2 tq=5 tk=7 dk=6 dv=3 dtype=bf16 mask=bhqk bias=11qk lengths=1 segments=1 sinks=1 alibi=1");
  for (const FillInfo& scores : score_fills())
    for (const FillInfo& layout : layouts()) {
      Recipe recipe;
      recipe.scores.name = scores.name;
      recipe.layout = layout.name;
      EXPECT_NO_THROW(check_inputs(problem, make_inputs(problem, recipe)));
    }
  for (const FillInfo& values : value_fills())
    for (const FillInfo& masks : mask_fills()) {
      Recipe recipe;
      recipe.values.name = values.name;
      recipe.masks = masks.name;
      EXPECT_NO_THROW(check_inputs(problem, make_inputs(problem, recipe)));
    }
}

TEST(Recipe, LayoutChangesNoElement) {
  Case c = parse_case("b=2 hq=2 tq=5 tk=7 dk=6 dtype=fp16 seed=3");
  const Inputs contiguous = make_inputs(c);
  for (const FillInfo& layout : layouts()) {
    c.recipe.layout = layout.name;
    EXPECT_EQ(make_inputs(c), contiguous) << layout.name;
  }
}

TEST(Recipe, PoisonsOnlyKeysThatNoQuerySees) {
  const Case c = parse_case("b=2 hq=2 hkv=1 tq=3 tk=8 dk=2 dtype=fp32 lengths=1 seed=5 hidden=nan masks=padding");
  const Inputs inputs = make_inputs(c);
  int poisoned = 0;
  for (std::int64_t b = 0; b < 2; ++b)
    for (std::int64_t j = 0; j < 8; ++j) {
      const bool hidden = j >= inputs.key_lengths->get({b, 0, 0, 0});
      poisoned += hidden;
      EXPECT_EQ(std::isnan(inputs.key.get({b, 0, j, 0})), hidden);
      EXPECT_EQ(std::isnan(inputs.value.get({b, 0, j, 1})), hidden);
    }
  EXPECT_GT(poisoned, 0);
}

TEST(Recipe, VersionOneNeverChangesItsBits) {
  const Case c = parse_case(
      "b=2 hq=4 hkv=2 tq=5 tk=7 dk=6 dv=3 dtype=bf16 mask=bhqk bias=11qk lengths=1 segments=1 sinks=1 dropout=0.25 "
      "mode=train "
      "recipe=r1 seed=11 scores=outliers:2 values=positive masks=random");
  EXPECT_EQ(fingerprint(make_inputs(c)), 9472934810387245715u);
}

TEST(Tensor, IsEqualByElementsInWhateverLayout) {
  Tensor dense(ElementType::of(dtype("fp32")), {1, 2, 2, 3});
  for_each_index(dense.extents(), [&](const Index4& at) { dense.set(at, static_cast<double>(at[1] + at[3])); });
  Tensor spread = dense.with_strides({40, 20, 7, 2});
  spread.bytes()[4] = std::byte{1};  // in a gap
  EXPECT_EQ(dense, spread);
  EXPECT_EQ(dense, spread.contiguous());
  Tensor other = dense;
  other.set({0, 1, 1, 2}, -1);
  EXPECT_FALSE(dense == other);
  EXPECT_FALSE(spread == other);
}

TEST(Mask, WindowAndCausalFollowTheirAnchors) {
  const Case c = parse_case("b=1 hq=1 tq=3 tk=5 dk=1 dtype=fp32 causal=bottom-right window=1,0");
  const Inputs inputs = make_inputs(c);
  EXPECT_EQ(visible_keys(c.problem, inputs, {0, 0, 0}), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(visible_keys(c.problem, inputs, {0, 0, 2}), (std::vector<std::int64_t>{3, 4}));
}

}  // namespace
}  // namespace assay
