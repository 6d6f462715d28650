// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/model/case/case.hpp"

namespace assay::reference {
namespace {

using testing::HasSubstr;
using testing::Not;

/// "The cat sat" of the mission, in float32.
std::string cat_trace(const TraceLimits& limits) {
  const Problem problem = parse_problem("b=1 hq=1 hkv=1 tq=3 tk=3 dk=2 dv=2 dtype=fp32");
  const ElementType fp32 = ElementType::of(problem.dtype);
  Inputs inputs;
  inputs.query = Tensor(fp32, query_extents(problem));
  inputs.key = Tensor(fp32, key_extents(problem));
  inputs.value = Tensor(fp32, value_extents(problem));
  const double q[3][2] = {{1, 0}, {0, 1}, {1, 1}}, k[3][2] = {{1, 0}, {0, 1}, {1, 0}};
  const double v[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  for (std::int64_t i = 0; i < 3; ++i)
    for (std::int64_t t = 0; t < 2; ++t) {
      inputs.query.set({0, 0, i, t}, q[i][t]);
      inputs.key.set({0, 0, i, t}, k[i][t]);
      inputs.value.set({0, 0, i, t}, v[i][t]);
    }
  return trace(problem, inputs, limits);
}

TEST(Trace, PrintsTheFourSteps) {
  const std::string text = cat_trace({});
  EXPECT_THAT(text, HasSubstr("batch 0 head 0 query 2: 3 of 3 keys visible"));
  EXPECT_THAT(text, HasSubstr("0.70710678118654752 +- 2^-127"));  // 1/sqrt(2)
  EXPECT_THAT(text, HasSubstr("0.40111209"));                     // weight of key 0 for query 0
  EXPECT_THAT(text, HasSubstr("out 1  4"));
  EXPECT_THAT(text, Not(HasSubstr("after cap and bias")));
  EXPECT_THAT(text, Not(HasSubstr("more")));
}

TEST(Trace, SaysWhatItLeavesOut) {
  const std::string text = cat_trace({.rows = 1, .keys = 2, .features = 1});
  EXPECT_THAT(text, HasSubstr("... 1 more keys"));
  EXPECT_THAT(text, HasSubstr("... 1 more outputs"));
  EXPECT_THAT(text, HasSubstr("... 2 more rows"));
}

TEST(Trace, ShowsCapBiasSinkAndKeptWeightsWhereThereAreSome) {
  const Case the_case = parse_case(
      "b=1 hq=1 hkv=1 tq=2 tk=3 dk=2 dv=1 dtype=fp32 bias=bhqk softcap=2 sinks=1 dropout=0.5 mode=train "
      "recipe=r1 seed=1");
  const std::string text = trace(the_case.problem, make_inputs(the_case));
  for (const char* part : {"after cap and bias", "kept", "sink"}) EXPECT_THAT(text, HasSubstr(part));
}

TEST(Trace, NamesRowsThatAreNotAMean) {
  const Case hidden = parse_case("b=1 hq=1 hkv=1 tq=3 tk=1 dk=2 dv=1 dtype=fp32 causal=bottom-right recipe=r1 seed=1");
  EXPECT_THAT(trace(hidden.problem, make_inputs(hidden)), HasSubstr("no visible key"));
}

}  // namespace
}  // namespace assay::reference
