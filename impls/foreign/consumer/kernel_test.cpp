// SPDX-License-Identifier: Apache-2.0
// The test of a kernel that is not Assay's, by Assay's matchers: right, and wrong in the way of many first attempts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <vector>

#include <impls/function_kernel.hpp>
#include <impls/plugin/plugin.hpp>
#include <impls/plugin/host/sandbox.hpp>
#include <reports/judging/matchers.hpp>

namespace {

using namespace assay;
using reports::ComputesAttention;
using reports::ComputesAttentionOnSuite;
using testing::HasSubstr;
using testing::Not;

/// The kernel under test: one head, contiguous rows.
struct Head {
  const float* query;
  const float* key;
  const float* value;
  float* out;
  std::int64_t queries, keys, head_dim, value_dim;
  float scale;
};

void attend(const Head& head) {
  std::vector<float> weights(static_cast<std::size_t>(head.keys));
  for (std::int64_t i = 0; i < head.queries; ++i) {
    float max = -INFINITY, sum = 0;
    for (std::int64_t j = 0; j < head.keys; ++j) {
      float score = 0;
      for (std::int64_t c = 0; c < head.head_dim; ++c)
        score += head.query[i * head.head_dim + c] * head.key[j * head.head_dim + c];
      max = std::fmax(max, weights[j] = score * head.scale);
    }
    for (float& weight : weights) sum += weight = std::exp(weight - max);
    for (std::int64_t c = 0; c < head.value_dim; ++c) {
      float out = 0;
      for (std::int64_t j = 0; j < head.keys; ++j) out += weights[j] * head.value[j * head.value_dim + c];
      head.out[i * head.value_dim + c] = out / sum;
    }
  }
}

/// What it takes, said by what it does not.
impls::Support supports(const Problem& problem) {
  const Extents& e = problem.extents;
  Problem plain = plain_problem(e, "fp32");
  plain.scale = problem.scale;
  plain.convention = problem.convention;  // decides nothing where no key is hidden
  if (problem.dtype.name != "fp32") return impls::Support::no("fp32 only");
  if (e.query_heads != e.key_heads) return impls::Support::no("as many key heads as query heads");
  if (e.key_length == 0) return impls::Support::no("at least one key");
  if (to_text(problem) != to_text(plain)) return impls::Support::no("plain attention without options");
  return impls::Support::yes();
}

/// It as Assay calls it. scale_factor 1 is right.
impls::KernelPointer kernel(float scale_factor) {
  const auto compute = [scale_factor](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
    const Extents& e = problem.extents;
    const Tensor query = inputs.query.contiguous(), key = inputs.key.contiguous(), value = inputs.value.contiguous();
    for (std::int64_t b = 0; b < e.batch; ++b)
      for (std::int64_t h = 0; h < e.query_heads; ++h)
        attend({query.view<float>().row(b, h, 0), key.view<float>().row(b, h, 0), value.view<float>().row(b, h, 0),
                outputs.out.view<float>().row(b, h, 0), e.query_length, e.key_length, e.head_dim, e.value_dim,
                scale_factor * static_cast<float>(scale_value(problem))});
  };
  return impls::kernel_from({.name = "ours", .compute = compute, .supports = supports, .arithmetic = "fp32"});
}

TEST(OurKernel, ComputesAttention) {
  EXPECT_THAT(kernel(1), ComputesAttention("b=2 hq=3 tq=17 tk=33 dk=16 dtype=fp32"));
  EXPECT_THAT(kernel(1), ComputesAttentionOnSuite("quick"));
}

TEST(OurKernel, IsSeenWhenItsScaleIsWrong) {
  const auto matcher = ComputesAttention("b=1 hq=1 tq=3 tk=5 dk=16 dtype=fp32");
  EXPECT_THAT(kernel(4), Not(matcher));
  std::ostringstream finding;
  matcher.MatchAndExplain(kernel(4), &finding);
  EXPECT_THAT(finding.str(), HasSubstr("violated"));
  EXPECT_THAT(finding.str(), HasSubstr("EXPECT_THAT(kernel, ComputesAttention(\"b=1 hq=1 hkv=1 tq=1 tk=2 dk=1 dv=1"));
}

TEST(OurPlugin, ComputesAttentionInThisProcessAndInOneOfItsOwn) {
  const auto linked = impls::in_process_kernel(assay_plugin_entry(ASSAY_ABI_MAJOR, ASSAY_ABI_MINOR));
  EXPECT_THAT(linked, ComputesAttentionOnSuite("quick"));
  EXPECT_THAT(impls::plugin_kernel(LIBRARY), ComputesAttention("b=2 hq=3 tq=17 tk=33 dk=16 dtype=fp32"));
}

}  // namespace
