// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/multi_head.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "reference/exact/interval_row.hpp"
#include "reference/exact/small_row.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/case/random.hpp"

namespace assay::reference {
namespace {

constexpr int bits = 128;

/// Small integers over 8, so that sums and products of projections are exact doubles.
class Draw {
 public:
  explicit Draw(std::uint32_t stream) : random_(11, stream) {}
  Matrix matrix(std::size_t rows, std::size_t columns) {
    Matrix result(rows);
    for (auto& row : result) row = vector(columns);
    return result;
  }
  std::vector<double> vector(std::size_t size) {
    std::vector<double> result(size);
    for (double& x : result) x = static_cast<double>(random_.below(next_++, 17) - 8) / 8;
    return result;
  }

 private:
  RandomStream random_;
  std::uint64_t next_ = 0;
};

Matrix identity(std::size_t size, double value) {
  Matrix result(size, std::vector<double>(size, 0));
  for (std::size_t i = 0; i < size; ++i) result[i][i] = value;
  return result;
}

/// a^T b.
Matrix transposed_product(const Matrix& a, const Matrix& b) {
  Matrix result(a[0].size(), std::vector<double>(b[0].size(), 0));
  for (std::size_t t = 0; t < a.size(); ++t)
    for (std::size_t r = 0; r < result.size(); ++r)
      for (std::size_t c = 0; c < b[0].size(); ++c) result[r][c] += a[t][r] * b[t][c];
  return result;
}

bool all_overlap(const IntervalMatrix& a, const IntervalMatrix& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t c = 0; c < a[i].size(); ++c)
      if (!overlap(a[i][c], b[i][c])) return false;
  return true;
}

std::vector<double> centres(const IntervalVector& list) {
  std::vector<double> result;
  for (const Interval& a : list) result.push_back(to_ball(a).centre);
  return result;
}

MultiHeadLayer random_layer(Draw& draw, std::int64_t heads) {
  return {heads,          draw.matrix(6, 5), draw.matrix(6, 4), draw.matrix(6, 4), draw.matrix(3, 6),
          draw.vector(6), draw.vector(6),    draw.vector(6),    draw.vector(3)};
}

TEST(MultiHead, EachHeadIsTheReferenceOnItsSliceOfTheProjections) {
  Draw draw(1);
  const MultiHeadLayer layer = random_layer(draw, 3);
  // Cross-attention: 2 queries of width 5 on 4 keys of width 4.
  const MultiHeadSteps steps = evaluate(layer, {draw.matrix(2, 5), draw.matrix(4, 4), {}}, bits);
  const auto slice = [](const IntervalVector& row, std::size_t h) {
    const std::vector<double> all = centres(row);  // exact: the inputs are eighths
    return std::vector<double>(all.begin() + 2 * static_cast<int>(h), all.begin() + 2 * static_cast<int>(h) + 2);
  };
  for (std::size_t h = 0; h < 3; ++h)
    for (std::size_t i = 0; i < 2; ++i) {
      SmallRow row;
      row.query = slice(steps.queries[i], h);
      for (std::size_t j = 0; j < 4; ++j) {
        row.keys.push_back(slice(steps.keys[j], h));
        row.values.push_back(slice(steps.values[j], h));
      }
      const IntervalRow exact = interval_row(row.see_all().data(), bits);
      EXPECT_TRUE(overlap(exact.out[1], steps.heads[h].out[i][1]));
      EXPECT_TRUE(overlap(exact.out[1], steps.concatenated[i][2 * h + 1]));
      EXPECT_FALSE(overlap(exact.out[1], steps.concatenated[i][(2 * h + 3) % 6])) << "the next head's";
    }
}

TEST(MultiHead, TheOutputProjectionAddsItsBias) {
  Draw draw(2);
  MultiHeadLayer layer = random_layer(draw, 2);
  const LayerInput input{draw.matrix(3, 5), draw.matrix(2, 4), {}};
  const Interval with = evaluate(layer, input, bits).out[1][2];
  const double bias = layer.b_o[2];
  layer.b_o.clear();
  EXPECT_TRUE(overlap(with, evaluate(layer, input, bits).out[1][2] + Interval(bias, bits)));
}

TEST(MultiHead, HiddenPairsHaveNoWeight) {
  Draw draw(3);
  const MultiHeadLayer layer = random_layer(draw, 2);
  LayerInput input{draw.matrix(2, 5), draw.matrix(2, 4), {{1, 0}, {1, 1}}};
  const MultiHeadSteps steps = evaluate(layer, input, bits);
  EXPECT_EQ(steps.heads[0].weights[0][1].upper(), 0);
  EXPECT_TRUE(contains(steps.heads[0].weights[0][0], Interval(1, bits)));
  input.to.pop_back();
  input.visible = {};
  EXPECT_TRUE(all_overlap({steps.out[0]}, {evaluate(layer, input, bits).out[0]}));
}

TEST(MultiHead, TheBilinearFormCanBeAbsorbedInTheQueryProjection) {
  Draw draw(4);
  const Matrix x = draw.matrix(3, 4), y = draw.matrix(5, 4), w = draw.matrix(4, 4);
  MultiHeadLayer layer{1, draw.matrix(4, 4), draw.matrix(4, 4), draw.matrix(4, 4), identity(4, 1), {}, {}, {}, {}};
  const MultiHeadSteps plain = evaluate(layer, {x, y, {}}, bits);
  const AttentionSteps bilinear = attend(bilinear_score(w), {plain.queries, plain.keys, plain.values, {}});
  EXPECT_FALSE(all_overlap(bilinear.out, plain.heads[0].out));
  const Matrix w_q = layer.w_q;
  layer.w_q = transposed_product(w, w_q);  // q' = W^T W_Q x
  EXPECT_TRUE(all_overlap(bilinear.out, evaluate(layer, {x, y, {}}, bits).heads[0].out));
  EXPECT_TRUE(all_overlap(bilinear.scores, evaluate(layer, {x, y, {}}, bits).heads[0].scores));
  layer.w_q = transposed_product(transposed_product(w, identity(4, 1)), w_q);  // W instead of its transpose
  EXPECT_FALSE(all_overlap(bilinear.out, evaluate(layer, {x, y, {}}, bits).heads[0].out));
}

TEST(Mission, OneHeadBlendsWhatTwoHeadsKeepApart) {
  const Matrix tokens{{1, 0}, {0, 1}}, asking{{1, 1}};  // cat, tired
  const Matrix nothing(2, std::vector<double>{0, 0});
  const MultiHeadLayer one{1, nothing, nothing, identity(2, 4), identity(2, 1), {}, {}, {}, {}};
  EXPECT_EQ(centres(evaluate(one, {asking, tokens, {}}, bits).values[0]), (std::vector<double>{4, 0}));
  const IntervalVector blend = evaluate(one, {asking, tokens, {}}, bits).out[0];
  const IntervalVector single = evaluate(one, {asking, {{0.5, 0.5}}, {}}, bits).out[0];  // one token of value [2, 2]
  EXPECT_EQ(centres(blend), (std::vector<double>{2, 2}));
  EXPECT_TRUE(overlap(blend[0], single[0]) && overlap(blend[1], single[1]));

  // Two heads: keys 100 sqrt(2) apart put all but e^-100 of the weight on one token each.
  const double g = 100 * std::sqrt(2.0);
  const Matrix w_q{{1, 0}, {0, 0}, {1, 0}, {0, 0}}, w_k{{g, 0}, {0, 0}, {0, g}, {0, 0}};
  const Matrix w_v{{4, 0}, {0, 4}, {4, 0}, {0, 4}};
  const MultiHeadLayer two{2, w_q, w_k, w_v, {{1, 0, 0, 0}, {0, 0, 0, 1}}, {}, {}, {}, {}};
  const MultiHeadSteps apart = evaluate(two, {asking, tokens, {}}, bits);
  for (const auto& [column, value] : {std::pair{0u, 4.0}, {1u, 0.0}, {2u, 0.0}, {3u, 4.0}})
    EXPECT_NEAR(centres(apart.concatenated[0])[column], value, 4 * std::exp(-99.0));
  EXPECT_NEAR(centres(apart.out[0])[0], 4, 1e-15) << "the output projection routes cat";
  EXPECT_NEAR(centres(apart.out[0])[1], 4, 1e-15) << "and tired";
}

TEST(Mission, EightHeadsOf512HaveWidth64AndAsManyParametersAsOne) {
  EXPECT_EQ(head_width(512, 8), 64);
  const Matrix w(512, std::vector<double>(512, 0));
  const std::vector<double> b(512, 0);
  const MultiHeadLayer eight{8, w, w, w, w, b, b, b, b}, one{1, w, w, w, w, b, b, b, b};
  EXPECT_EQ(eight.head_width(), 64);
  EXPECT_EQ(eight.parameter_count(), one.parameter_count());
  EXPECT_EQ(eight.parameter_count(), 4 * (512 * 512 + 512));
}

TEST(Mission, HeadsThatDoNotDivideTheWidthAreAnError) {
  EXPECT_THROW(head_width(512, 7), UsageError);
  Draw draw(5);
  EXPECT_THROW(evaluate(random_layer(draw, 4), {draw.matrix(1, 5), draw.matrix(1, 4), {}}, bits), UsageError);
  EXPECT_THROW(evaluate(random_layer(draw, 3), {draw.matrix(1, 4), draw.matrix(1, 4), {}}, bits), UsageError);
}

TEST(ScoreFunctions, AdditiveAndCosineAgreeWithTheirFormulas) {
  Draw draw(6);
  const AdditiveWeights net{draw.matrix(3, 2), draw.matrix(3, 4), draw.vector(3)};
  const std::vector<double> q = draw.vector(2), k = draw.vector(4);
  double sum = 0;
  for (std::size_t a = 0; a < 3; ++a)
    sum += net.w[a] * std::tanh(net.w1[a][0] * q[0] + net.w1[a][1] * q[1] + net.w2[a][0] * k[0] + net.w2[a][1] * k[1] +
                                net.w2[a][2] * k[2] + net.w2[a][3] * k[3]);
  const IntervalVector exact_q = to_intervals({q}, bits)[0], exact_k = to_intervals({k}, bits)[0];
  EXPECT_NEAR(to_ball(additive_score(net).score(exact_q, exact_k)).centre, sum, 1e-15);
  EXPECT_EQ(additive_score(net).name, "additive");

  const IntervalVector a = to_intervals({{3, 4}}, bits)[0], b = to_intervals({{4, 3}}, bits)[0];
  EXPECT_TRUE(overlap(cosine_score(0.5).score(a, b), Interval(24, bits) / Interval(12.5, bits)));  // (24 / 25) / 0.5
  EXPECT_FALSE(cosine_score(1).score(a, to_intervals({{0, 0}}, bits)[0]).bounded());
}

TEST(MultiHead, TheTraceNamesEveryStep) {
  Draw draw(7);
  const std::string text = to_text(evaluate(random_layer(draw, 2), {draw.matrix(1, 5), draw.matrix(2, 4), {}}, bits));
  for (const char* step :
       {"query ", "key ", "value ", "head 0 scores", "head 1 weights", "head 1 out", "concatenated", "out "})
    EXPECT_THAT(text, testing::HasSubstr(step));
}

}  // namespace
}  // namespace assay::reference
