// SPDX-License-Identifier: Apache-2.0
#include "impls/support/visibility.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace assay::impls {
namespace {

Inputs blank_inputs(const Problem& problem) {
  Inputs inputs;
  for (const std::string& name : tensor_names())
    if (const auto spec = tensor_spec(problem, name)) set_tensor(inputs, name, Tensor(spec->type, spec->extents));
  return inputs;
}

/// One line a query of batch b and head 0: '#' visible, '.' hidden.
std::string picture(const Problem& problem, const Inputs& inputs, std::int64_t b = 0) {
  std::string text;
  RowKeys keys;
  for (std::int64_t i = 0; i < problem.extents.query_length; ++i) {
    find_keys(problem, inputs, {b, 0, i}, keys);
    std::int64_t count = 0;
    for (std::int64_t j = 0; j < problem.extents.key_length; ++j) {
      text += keys.sees(j) ? '#' : '.';
      count += keys.sees(j);
    }
    EXPECT_EQ(keys.count(), count);
    text += '\n';
  }
  return text;
}

std::string picture(const std::string& fields) {
  const Problem problem = parse_problem("b=1 hq=1 tq=3 tk=5 dk=1 dtype=fp32 " + fields);
  return picture(problem, blank_inputs(problem));
}

TEST(Visibility, AnchorsTheDiagonal) {
  EXPECT_EQ(picture("causal=top-left"), "#....\n##...\n###..\n");
  EXPECT_EQ(picture("causal=bottom-right"), "###..\n####.\n#####\n");
  EXPECT_EQ(picture("causal=top-left past=1"), "##...\n###..\n####.\n");
  EXPECT_EQ(picture("causal=offset:-1"), ".....\n#....\n##...\n");
}

TEST(Visibility, CountsWindowsWithAndWithoutTheOwnKey) {
  EXPECT_EQ(picture("window=1,0"), "#....\n##...\n.##..\n");
  EXPECT_EQ(picture("window=1,1"), "##...\n###..\n.###.\n");
  EXPECT_EQ(picture("window=inf,1"), "##...\n###..\n####.\n");
  EXPECT_EQ(picture("window=2,1 window_count=counts-self"), "#....\n##...\n.##..\n");
  EXPECT_EQ(picture("window=1,inf causal=bottom-right"), ".##..\n..##.\n...##\n");
  EXPECT_EQ(picture("window=9000000000000000000,0"), "#....\n##...\n###..\n");
}

TEST(Visibility, ShowsTheChunkThatAQueryStandsIn) {
  EXPECT_EQ(picture("chunk=2"), "##...\n##...\n..##.\n");
  EXPECT_EQ(picture("chunk=2 causal=bottom-right"), "..#..\n..##.\n....#\n");
  EXPECT_EQ(picture("chunk=2 anchor=offset:-1"), ".....\n##...\n##...\n");
  EXPECT_EQ(picture("chunk=100"), "#####\n#####\n#####\n");
}

TEST(Visibility, CutsAtKeyLengthsAndAnchorsBottomRightThere) {
  const Problem problem = parse_problem("b=2 hq=1 tq=2 tk=4 dk=1 dtype=fp32 lengths=1 causal=bottom-right");
  Inputs inputs = blank_inputs(problem);
  inputs.key_lengths->set({0, 0, 0, 0}, 3);
  inputs.key_lengths->set({1, 0, 0, 0}, 1);
  EXPECT_EQ(picture(problem, inputs, 0), "##..\n###.\n");
  EXPECT_EQ(picture(problem, inputs, 1), "....\n#...\n");
}

TEST(Visibility, ShowsEqualSegmentsOnly) {
  const Problem problem = parse_problem("b=1 hq=1 tq=3 tk=4 dk=1 dtype=fp32 segments=1");
  Inputs inputs = blank_inputs(problem);
  const int queries[] = {0, 1, 7}, keys[] = {0, 1, 1, 0};
  for (int i = 0; i < 3; ++i) inputs.query_segments->set({0, 0, 0, i}, queries[i]);
  for (int j = 0; j < 4; ++j) inputs.key_segments->set({0, 0, 0, j}, keys[j]);
  EXPECT_EQ(picture(problem, inputs), "#..#\n.##.\n....\n");
}

TEST(Visibility, ReadsMasksInEitherPolarityAndBroadcast) {
  Problem problem = parse_problem("b=2 hq=1 tq=2 tk=3 dk=1 dtype=fp32 mask=b11k");
  Inputs inputs = blank_inputs(problem);
  inputs.mask->set({0, 0, 0, 1}, 1);
  inputs.mask->set({1, 0, 0, 2}, 1);
  EXPECT_EQ(picture(problem, inputs, 0), ".#.\n.#.\n");
  EXPECT_EQ(picture(problem, inputs, 1), "..#\n..#\n");
  problem.convention.mask_true = MaskTrue::Hidden;
  EXPECT_EQ(picture(problem, inputs, 0), "#.#\n#.#\n");
}

TEST(Visibility, HidesByMinusInfinityInTheBiasAlone) {
  const Problem problem = parse_problem("b=1 hq=1 tq=2 tk=3 dk=1 dtype=bf16 bias=11qk");
  Inputs inputs = blank_inputs(problem);
  inputs.bias->set({0, 0, 0, 0}, -INFINITY);
  inputs.bias->set({0, 0, 0, 1}, -3e38);
  inputs.bias->set({0, 0, 1, 2}, INFINITY);
  EXPECT_EQ(picture(problem, inputs), ".##\n###\n");
}

TEST(Visibility, MapsQueryHeadsToKeyHeadsByConvention) {
  Problem problem = parse_problem("b=1 hq=6 hkv=2 tq=1 tk=1 dk=1 dtype=fp32");
  const auto map = [&] {
    std::string text;
    for (std::int64_t h = 0; h < 6; ++h) text += std::to_string(key_head_of(problem, h));
    return text;
  };
  EXPECT_EQ(map(), "000111");
  problem.convention.head_map = HeadMap::Interleaved;
  EXPECT_EQ(map(), "010101");
}

TEST(Visibility, SubtractsSlopeTimesDistanceFromTheBias) {
  const Problem problem = parse_problem("b=1 hq=2 tq=2 tk=3 dk=1 dtype=fp32 causal=bottom-right alibi=1 bias=111k");
  Inputs inputs = blank_inputs(problem);
  inputs.alibi_slopes->set({0, 1, 0, 0}, 0.5);
  inputs.bias->set({0, 0, 0, 2}, 10);
  std::vector<float> terms;
  added_terms(problem, inputs, {0, 1, 0}, terms);  // query 0 stands at key 1
  EXPECT_EQ(terms, (std::vector<float>{-0.5f, 0.0f, 9.5f}));
}

TEST(Visibility, KeepsEveryWeightInEvaluationAndTheGivenOnesInTraining) {
  Problem problem = parse_problem("b=1 hq=1 tq=1 tk=3 dk=1 dtype=fp32 dropout=0.5 mode=train");
  Inputs inputs = blank_inputs(problem);
  inputs.dropout_keep->set({0, 0, 0, 2}, 1);
  std::vector<std::uint8_t> keep;
  kept_weights(problem, inputs, {0, 0, 0}, keep);
  EXPECT_EQ(keep, (std::vector<std::uint8_t>{0, 0, 1}));
  problem.dropout.training = false;
  kept_weights(problem, inputs, {0, 0, 0}, keep);
  EXPECT_TRUE(keep.empty());
}

TEST(Visibility, DrawsWeightsThatDependOnEveryCoordinateAndTheSeed) {
  const Problem problem = parse_problem("b=2 hq=2 tq=2 tk=64 dk=1 dtype=fp32 dropout=0.5 mode=train keep=drawn");
  const auto drawn = [&](std::uint64_t seed, const RowPlace& row) {
    std::vector<std::uint8_t> keep;
    draw_kept(problem, seed, row, keep);
    return keep;
  };
  const auto base = drawn(1, {0, 0, 0});
  EXPECT_EQ(drawn(1, {0, 0, 0}), base);
  EXPECT_NE(drawn(2, {0, 0, 0}), base);
  EXPECT_NE(drawn(1, {1, 0, 0}), base);
  EXPECT_NE(drawn(1, {0, 1, 0}), base);
  EXPECT_NE(drawn(1, {0, 0, 1}), base);
}

}  // namespace
}  // namespace assay::impls
