// SPDX-License-Identifier: Apache-2.0
//
// The certified reference against outputs that the ONNX project computed. Environment: ASSAY_ONNX_VECTORS, the folder
// of the node tests as safetensors files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>

#include "reference/error/acceptance.hpp"
#include "reference/exact/double_tier.hpp"
#include "reference/exact/interval_tier.hpp"
#include "reference/exact/second_opinion/onnx_vectors.hpp"

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Numbers of a vector held against the reference. The expected numbers were rounded once: each must be the rounding
/// of some real in the certified enclosure, which is acceptance with nothing allowed to a kernel.
struct Comparison {
  std::size_t count = 0;
  std::size_t off = 0;
  double largest_ulp = 0;

  void add(const Tensor& given, const Index4& at, double centre, double radius) {
    const FloatFormat& format = given.type().format;
    ++count;
    off += !accepts(format, {.centre = centre, .radius = radius, .allowed = 0}, given.get(at));
    if (std::isfinite(centre))
      largest_ulp = std::max(largest_ulp, error_ulp(format, {centre, radius, 0}, given.get(at)));
  }
};

using Tier = std::function<RowResult(const RowData&)>;

Comparison compare_outputs(const OnnxVector& vector, const Problem& problem, const Tier& tier) {
  const CaseRows rows(problem, vector.inputs);
  Comparison comparison;
  for (const RowIndex& index : rows.indices()) {
    const RowResult result = tier(rows.row(index));
    EXPECT_TRUE(result.decided) << vector.name;
    for (std::size_t c = 0; c < result.out.size(); ++c)
      comparison.add(vector.output, {index.batch, index.head, index.query, static_cast<std::int64_t>(c)}, result.out[c],
                     result.out_radius[c]);
  }
  return comparison;
}

RowResult by_intervals(const RowData& row) { return enclose_by_intervals(row); }

/// Modes 0 and 1 are scores of all keys, whoever hides them: the same problem with nothing hidden.
void show_everything(OnnxVector& vector) {
  vector.problem.causal = vector.problem.key_lengths = false;
  vector.problem.mask.reset();
  vector.problem.bias.reset();
  vector.inputs.mask.reset();
  vector.inputs.bias.reset();
  vector.inputs.key_lengths.reset();
}

Comparison compare_scores(OnnxVector vector) {
  const int mode = vector.scores_mode;
  if (mode < 2) show_everything(vector);
  const CaseRows rows(vector.problem, vector.inputs);
  Comparison comparison;
  for (const RowIndex& index : rows.indices()) {
    const RowData row = rows.row(index);
    const RowResult result = enclose_by_intervals(row);
    std::vector<double> expected(static_cast<std::size_t>(vector.problem.extents.key_length),
                                 mode == 3 ? 0 : -infinity);
    const std::vector<double>& visible = mode == 0 ? result.raw : mode == 3 ? result.probability : result.score;
    for (std::size_t n = 0; n < row.count(); ++n) expected[static_cast<std::size_t>(row.keys[n])] = visible[n];
    for (std::size_t key = 0; key < expected.size(); ++key) {
      // The centre of an interval at 128 bits or more is the truth rounded to double.
      const double radius = std::isfinite(expected[key]) ? ulp(dtype("fp64"), expected[key]) : 0;
      comparison.add(*vector.scores, {index.batch, index.head, index.query, static_cast<std::int64_t>(key)},
                     expected[key], radius);
    }
  }
  return comparison;
}

std::vector<OnnxVector> all_vectors() {
  std::vector<OnnxVector> list;
  const char* folder = std::getenv("ASSAY_ONNX_VECTORS");
  if (folder == nullptr) return list;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".safetensors") list.push_back(read_onnx_vector(entry.path()));
  std::sort(list.begin(), list.end(), [](const OnnxVector& a, const OnnxVector& b) { return a.name < b.name; });
  return list;
}

#define NEEDS_VECTORS(vectors) \
  if ((vectors).empty()) GTEST_SKIP() << "ASSAY_ONNX_VECTORS does not name a folder with the ONNX node tests"

TEST(OnnxVectors, EveryOutputIsTheCertifiedValueCorrectlyRounded) {
  const std::vector<OnnxVector> vectors = all_vectors();
  NEEDS_VECTORS(vectors);
  EXPECT_EQ(vectors.size(), 76u);
  Comparison all;
  for (const OnnxVector& vector : vectors) {
    const Comparison one = compare_outputs(vector, vector.problem, by_intervals);
    EXPECT_EQ(one.off, 0u) << vector.name << ": " << to_text(vector.problem);
    all = {all.count + one.count, all.off + one.off, std::max(all.largest_ulp, one.largest_ulp)};
  }
  std::printf("%zu vectors, %zu outputs, largest distance %.6f ulp\n", vectors.size(), all.count, all.largest_ulp);
}

TEST(OnnxVectors, EveryScoreAndWeightIsTheCertifiedOneCorrectlyRounded) {
  const std::vector<OnnxVector> vectors = all_vectors();
  NEEDS_VECTORS(vectors);
  std::size_t checked[4] = {};
  for (const OnnxVector& vector : vectors) {
    if (!vector.scores) continue;
    EXPECT_EQ(compare_scores(vector).off, 0u) << vector.name << " mode " << vector.scores_mode;
    ++checked[vector.scores_mode];
  }
  for (const std::size_t count : checked) EXPECT_GT(count, 0u);
  std::printf("qk_matmul_output: %zu raw, %zu capped, %zu masked, %zu weights\n", checked[0], checked[1], checked[2],
              checked[3]);
}

struct Misreading {
  const char* what;
  std::function<void(Problem&)> apply;
};

TEST(OnnxVectors, MisreadingsAreCaught) {
  const std::vector<OnnxVector> vectors = all_vectors();
  NEEDS_VECTORS(vectors);
  const Misreading list[] = {
      {"the diagonal anchored at the other corner",
       [](Problem& p) {
         const bool top_left = p.convention.anchor.kind == Anchor::Kind::TopLeft;
         p.convention.anchor.kind = top_left ? Anchor::Kind::BottomRight : Anchor::Kind::TopLeft;
       }},
      {"the past ignored by the diagonal", [](Problem& p) { p.past = 0; }},
      {"heads interleaved", [](Problem& p) { p.convention.head_map = HeadMap::Interleaved; }},
      {"the cap after the mask", [](Problem& p) { p.convention.cap_order = CapOrder::AfterBias; }},
      {"true hides", [](Problem& p) { p.convention.mask_true = MaskTrue::Hidden; }},
      {"no scale", [](Problem& p) { p.scale = 1; }},
      {"NaN for a query that sees nothing", [](Problem& p) { p.convention.empty_row = EmptyRow::Nan; }},
  };
  for (const Misreading& misreading : list) {
    int caught = 0;
    for (const OnnxVector& vector : vectors) {
      Problem problem = vector.problem;
      misreading.apply(problem);
      caught += compare_outputs(vector, problem, enclose).off != 0;
    }
    EXPECT_GT(caught, 0) << misreading.what;
    std::printf("%-45s caught by %d of %zu\n", misreading.what, caught, vectors.size());
  }
}

}  // namespace
}  // namespace assay::reference
