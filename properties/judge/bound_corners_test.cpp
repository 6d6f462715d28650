// SPDX-License-Identifier: Apache-2.0
// Corners of the bound: operands wider than the storage, and numbers at the ends of the working format's range.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "impls/registry.hpp"
#include "properties/call.hpp"
#include "properties/judge/oracle.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {
namespace {

/// A query scaled in fp32 before it meets fp16 keys: its products have 35 bits, and the chain rounds them.
TEST(Bound, ProductsOfAFoldedQueryRoundWhereThoseOfTheStorageWouldNot) {
  const Case c = parse_case(
      "b=1 hq=1 tq=1 tk=2 dk=2 dv=1 dtype=fp16 out=fp32 scale=1.009158730506897 seed=0 "
      "data.query=520.5,538.5 data.key=538.5,-520.5,0,0 data.value=1,-1");
  const Call call = make_call(c);
  const float scale = static_cast<float>(*c.problem.scale);
  const volatile float first = 520.5f * scale, second = 538.5f * scale, product = first * 538.5f;
  const volatile float other = second * -520.5f, score = product + other, away = -std::fabs(score);
  const float less = std::exp(away), sign = score < 0 ? -1 : 1;
  Outputs outputs = blank_outputs(c.problem);
  outputs.out.set({0, 0, 0, 0}, static_cast<double>(sign * (1 - less) / (1 + less)));
  const auto verdict = [&](const char* arithmetic) {
    return name_of(judge(call.problem, call.inputs, outputs, parse_arithmetic(arithmetic)).verdict);
  };
  EXPECT_EQ(verdict("fp32 qk=fp32:chain pv=fp32:chain fold=fp32 theta=2 exp_ulp=1"), "holds");
}

/// Whole softmax of one query in float, ALiBi added as slope times the key's index.
void attend_by_column(const Problem& p, const Inputs& in, Outputs& outputs) {
  const float scale = static_cast<float>(scale_value(p));
  for (std::int64_t h = 0; h < p.extents.query_heads; ++h) {
    const float slope = in.alibi_slopes->view<const float>()(0, h, 0, 0);
    std::vector<float> scores;
    float max = -INFINITY, sum = 0, out = 0;
    for (std::int64_t j = 0; j < p.extents.key_length; ++j) {
      const float dot = in.query.view<const float>()(0, h, 0, 0) * in.key.view<const float>()(0, 0, j, 0);
      scores.push_back(dot * scale + slope * static_cast<float>(j));
      max = std::max(max, scores.back());
    }
    for (std::int64_t j = 0; j < p.extents.key_length; ++j) {
      const float weight = std::exp(scores[static_cast<std::size_t>(j)] - max);
      sum += weight;
      out += weight * in.value.view<const float>()(0, 0, j, 0);
    }
    outputs.out.set({0, h, 0, 0}, static_cast<double>(out / sum));
  }
}

TEST(Bound, AllowsALiBiToBeAddedByColumn) {
  for (int seed = 1; seed <= 12; ++seed) {
    const Case c = parse_case("b=1 hq=8 hkv=1 tq=1 tk=4096 dk=1 dv=1 dtype=fp32 alibi=1 causal=bottom-right seed=" +
                              std::to_string(seed));
    const Call call = make_call(c);
    Outputs outputs = blank_outputs(c.problem);
    attend_by_column(c.problem, call.inputs, outputs);
    const Arithmetic a = parse_arithmetic("fp32 qk=fp32:chain pv=fp32:chain");
    const Judgement j = judge(call.problem, call.inputs, outputs, a, InputOrigin::Natural);
    EXPECT_EQ(name_of(j.verdict), "holds") << seed << ": " << reason_of(j.verdict);
  }
}

/// The size of what a row sum loses is asked by binades: these blocks have sums below every one, and beyond.
TEST(Bound, EndsForBlocksOfVanishingWeightAndSinksThatOverflow) {
  const Arithmetic a = parse_arithmetic("fp32 block=2 ordered_blocks=1 row_sum=block p_normalised=0");
  for (const char* fields : {"bias=111k data.bias=0,0,-735,-735", "bias=111k data.bias=0,0,-744,-744",
                             "sinks=1 data.sinks=80", "sinks=1 data.sinks=800"}) {
    const Case c = parse_case(std::string("b=1 hq=1 tq=1 tk=4 dk=2 dv=2 dtype=fp32 lse=1 seed=1 ") + fields);
    const Call call = make_call(c);
    Outputs outputs = blank_outputs(c.problem);
    impls::find_kernel("tiled")->run(c.problem, call.inputs, outputs);
    EXPECT_FALSE(is_bad(judge(call.problem, call.inputs, outputs, a, InputOrigin::Natural).verdict)) << fields;
  }
}

/// The lowest finite number hides a key as well as minus infinity does: no correct kernel returns NaN there.
TEST(Bound, JudgesRowsThatAFiniteMinimumHidesInPart) {
  const auto verdict_of_nan = [](const char* fields) {
    const Case c = parse_case(std::string("b=1 hq=2 tq=8 dk=8 dv=8 dtype=fp32 seed=1 ") + fields);
    const Call call = make_call(c);
    Outputs outputs = blank_outputs(c.problem);
    for_each_index(outputs.out.extents(), [&](const Index4& at) { outputs.out.set(at, std::nan("")); });
    return name_of(judge(call.problem, call.inputs, outputs, arithmetic_preset("fp32")).verdict);
  };
  EXPECT_EQ(verdict_of_nan("tk=8 bias=b1qk masks=finite-min"), "violated");
  const std::string lowest = "-3.4028234663852886e38", all = lowest + "," + lowest + "," + lowest;
  EXPECT_EQ(verdict_of_nan(("tk=3 bias=111k data.bias=0," + lowest + "," + lowest).c_str()), "violated");
  EXPECT_EQ(verdict_of_nan(("tk=3 bias=111k data.bias=" + all).c_str()), "no evidence");
}

TEST(Bound, LeavesOutScalesAndCapsThatTheWorkingFormatDoesNotHold) {
  const impls::KernelPointer kernel = impls::find_kernel("explicit_fp32");
  for (const char* fields : {"softcap=1e39", "softcap=1e-50", "scale=1e39 scores=normal:1e-39"}) {
    const Case c = parse_case(std::string("b=1 hq=2 tq=8 tk=64 dk=8 dv=8 dtype=fp32 seed=1 ") + fields);
    const Call call = make_call(c);
    Outputs outputs = blank_outputs(c.problem);
    kernel->run(c.problem, call.inputs, outputs);
    EXPECT_EQ(name_of(judge(call.problem, call.inputs, outputs, kernel->arithmetic(c.problem)).verdict), "no evidence")
        << fields;
  }
}

}  // namespace
}  // namespace assay::properties
