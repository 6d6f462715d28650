// SPDX-License-Identifier: Apache-2.0
// The properties that no fault of the zoo needs: each is shown to fail on a kernel spoiled for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "properties/judge/planted_kernel.hpp"
#include "properties/property.hpp"
#include "reference/model/case/random.hpp"

namespace assay::properties {
namespace {

const char* const plain_line = "b=2 hq=2 hkv=1 tq=5 tk=7 dk=8 dv=3 dtype=fp32 lse=1 convention=torch recipe=r1 seed=1";

std::string verdict_on(const char* property, const impls::Kernel& kernel, const std::string& line = plain_line) {
  return name_of(check(find_property(property), kernel, parse_case(line)));
}

/// The spoiled kernel is caught and the honest one is not.
void expect_caught(const char* property, const impls::Kernel& spoiled, const std::string& line = plain_line) {
  EXPECT_EQ(verdict_on(property, spoiled, line), "violated") << property;
  EXPECT_EQ(verdict_on(property, *impls::find_kernel("explicit_fp32"), line), "holds") << property;
}

TEST(Planted, BatchHeadIndependenceSeesOneBatchMemberLeakIntoAnother) {
  expect_caught("batch_head_independence", PlantedKernel([](const impls::Kernel& honest, const Problem& problem,
                                                            const Inputs& inputs, Outputs& outputs) {
                  honest.run(problem, inputs, outputs);
                  if (problem.extents.batch > 1) outputs.out.set({1, 1, 0, 0}, outputs.out.get({0, 1, 0, 0}));
                }));
}

TEST(Planted, DuplicatedKeysSeesALogSumExpThatForgetsToCount) {
  expect_caught(
      "duplicated_keys",
      PlantedKernel([](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        honest.run(problem, inputs, outputs);
        for_each_index(outputs.lse->extents(), [&](const Index4& index) {
          outputs.lse->set(index, outputs.lse->get(index) - std::log(static_cast<double>(problem.extents.key_length)));
        });
      }));
}

TEST(Planted, LinearInValueSeesASquare) {
  expect_caught("linear_in_value", spoil_outputs([](const Index4&, double out) { return out + 0.01 * out * out; }));
}

TEST(Planted, StridesSeesAKernelThatTakesEveryQueryForContiguous) {
  expect_caught("strides", PlantedKernel([](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs,
                                            Outputs& outputs) {
                  Inputs misread = inputs;
                  misread.query = Tensor(inputs.query.type(), inputs.query.extents());
                  std::copy_n(inputs.query.bytes(), misread.query.storage_bytes(), misread.query.bytes());
                  honest.run(problem, misread, outputs);
                }));
}

TEST(Planted, RepeatableSeesACounter) {
  int calls = 0;
  expect_caught("repeatable", spoil_outputs([&calls](const Index4&, double out) { return out + 1e-3 * ++calls; }));
}

/// Right up to bounds, and in bits only if the batch does not matter.
class Splitting : public PlantedKernel {
 public:
  explicit Splitting(double nudge)
      : PlantedKernel(
            [nudge](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
              honest.run(problem, inputs, outputs);
              const double factor = problem.extents.batch > 4 ? 1 + nudge : 1;  // as another split of the keys would
              for_each_index(outputs.out.extents(),
                             [&](const Index4& index) { outputs.out.set(index, factor * outputs.out.get(index)); });
            }) {}
  impls::Promises promises() const override { return {.batch_invariant = true}; }
};

TEST(Planted, BatchInvariantSeesBitsThatDependOnTheSizeOfTheBatch) {
  expect_caught("batch_invariant", Splitting(0x1p-22));
  EXPECT_EQ(verdict_on("batch_head_independence", Splitting(0x1p-22)), "holds");
  EXPECT_EQ(verdict_on("batch_invariant", spoil_outputs([](const Index4&, double out) { return out; })),
            "not applicable");
}

TEST(Planted, SaturationSeesAValueRowThatIsNotCopied) {
  const std::string saturated =
      "b=1 hq=1 tq=5 tk=7 dk=16 dv=3 dtype=fp32 scale=1 convention=torch recipe=r1 seed=1 scores=peaked";
  expect_caught("saturation", spoil_outputs([](const Index4&, double out) { return out * 1.001; }), saturated);
}

// The query overflows to NaN in e4m3, and NaN is then the definition's own output.
TEST(Planted, NothingIsClaimedOfRowsThatAreNanByDefinition) {
  const std::string overflowed =
      "b=1 hq=2 hkv=2 tq=3 tk=5 dk=8 dv=8 dtype=e4m3 convention=torch recipe=r1 seed=1 scores=offset:-1000 "
      "masks=padding";
  for (const char* property : {"row_sums", "weights_recovered", "convex_hull"}) {
    EXPECT_EQ(verdict_on(property, *impls::find_kernel("tiled"), overflowed), "no evidence") << property;
  }
}

TEST(Planted, AKernelThatThrowsIsFaultedByEveryPropertyThatApplies) {
  const PlantedKernel throwing(
      [](const auto&, const auto&, const auto&, auto&) { throw std::runtime_error("out of order"); });
  for (const Property& property : all_properties()) {
    const Verdict verdict = check(property, throwing, parse_case(plain_line));
    const bool told = std::holds_alternative<Faulted>(verdict) || std::holds_alternative<NotApplicable>(verdict) ||
                      std::holds_alternative<NoEvidence>(verdict);
    EXPECT_TRUE(told) << property.name << ": " << name_of(verdict);
  }
}

/// Draws its own mask from the seed, at a rate, and scales survivors.
PlantedKernel dropping(double rate, double scale) {
  return PlantedKernel(
      [=](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        Problem given = problem;
        given.dropout.mask_given = true;
        Inputs with_mask = inputs;
        with_mask.dropout_keep =
            Tensor(ElementType::boolean(), broadcast_extents(problem, Broadcast{{true, true, true, true}}));
        const RandomStream random(inputs.dropout_seed, 77);
        std::uint64_t n = 0;
        for_each_index(with_mask.dropout_keep->extents(),
                       [&](const Index4& index) { with_mask.dropout_keep->set(index, random.uniform(n++) >= rate); });
        honest.run(given, with_mask, outputs);
        for_each_index(outputs.out.extents(),
                       [&](const Index4& index) { outputs.out.set(index, outputs.out.get(index) * scale); });
      });
}

const char* const training_line =
    "b=2 hq=3 hkv=3 tq=31 tk=41 dk=8 dv=5 dtype=fp32 dropout=0.1 mode=train keep=drawn convention=torch "
    "recipe=r1 seed=5";

TEST(Planted, DropoutStatisticsAcceptsTheRateAskedForAndTheEightBitOne) {
  EXPECT_EQ(verdict_on("dropout_statistics", dropping(0.1, 1), training_line), "holds");
  EXPECT_EQ(verdict_on("dropout_statistics", dropping(26 / 256.0, 1), training_line), "holds");
}

TEST(Planted, DropoutStatisticsSeesAWrongRateAndAWrongScale) {
  EXPECT_EQ(verdict_on("dropout_statistics", dropping(0.15, 1), training_line), "violated");
  EXPECT_EQ(verdict_on("dropout_statistics", dropping(0, 1), training_line), "violated");
  EXPECT_EQ(verdict_on("dropout_statistics", dropping(0.1, 0.9), training_line),
            "violated");  // not scaled up at all
}

}  // namespace
}  // namespace assay::properties
