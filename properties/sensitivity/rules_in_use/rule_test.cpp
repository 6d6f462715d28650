// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/rules_in_use/rule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "reference/model/case/case.hpp"

namespace assay::properties {
namespace {

const Problem& problem() {
  static const Problem p = parse_case("b=1 hq=1 hkv=1 tq=2 tk=384 dk=8 dv=2 dtype=fp16 recipe=r1 seed=1").problem;
  return p;
}

bool accepts(const std::string& name, const std::vector<double>& got) {
  const std::vector<double> want{1, -0.5, 0.25, 2}, baseline{1.001, -0.5, 0.25, 2};
  const auto& all = rules_in_use();
  const auto rule = std::find_if(all.begin(), all.end(), [&](const Rule& r) { return r.name == name; });
  EXPECT_NE(rule, all.end()) << name;
  return rule->accepts({problem(), got, want, want, baseline});
}

TEST(RulesInUse, AcceptTheExactResultAndRejectAWrongSignAndNaN) {
  for (const Rule& rule : rules_in_use()) {
    EXPECT_TRUE(accepts(std::string(rule.name), {1, -0.5, 0.25, 2})) << rule.name;
    EXPECT_FALSE(accepts(std::string(rule.name), {-8, 4, -2, -16})) << rule.name;
    EXPECT_FALSE(accepts(std::string(rule.name), {std::numeric_limits<double>::quiet_NaN(), -0.5, 0.25, 2}))
        << rule.name;
  }
}

// Each of these is a fault to anybody who knows what the output should be.
TEST(RulesInUse, AreBlindWhereTheirFormulaSaysSo) {
  EXPECT_TRUE(accepts("cosine 0.999", {3, -1.5, 0.75, 6})) << "a scale of 3 on everything";
  EXPECT_TRUE(accepts("benchdnn 8(1+n) eps", {0, 0, 0, 0})) << "zeros, from 127 keys of fp16";
  EXPECT_TRUE(accepts("NMSE 5e-4", {1, -0.5, 0.25, 2.05})) << "one element off by 2.5 %";
  EXPECT_TRUE(accepts("allclose 1e-2", {1.019, -0.514, 0.262, 2.02})) << "everything off by about 2 %";
}

TEST(RulesInUse, DifferWhereTheirTolerancesDo) {
  const std::vector<double> off{1.0015, -0.5, 0.25, 2};
  EXPECT_TRUE(accepts("allclose 1e-2", off));
  EXPECT_TRUE(accepts("allclose 1e-3", off));
  EXPECT_FALSE(accepts("torch assert_close", off));
  EXPECT_FALSE(accepts("ONNX 1e-3", off));
  EXPECT_TRUE(accepts("FlashAttention 2x", off));
  EXPECT_FALSE(accepts("FlashAttention 2x", {1.0025, -0.5, 0.25, 2}));
}

}  // namespace
}  // namespace assay::properties
