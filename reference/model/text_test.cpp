// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/model/arithmetic.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/field_map.hpp"

namespace assay {
namespace {

const char* const lines[] = {
    "b=1 hq=1 hkv=1 tq=4 tk=4 dk=8 dv=8 dtype=fp32 convention=torch recipe=r1 seed=0",
    "b=2 hq=6 hkv=3 tq=17 tk=33 dk=64 dv=48 dtype=bf16 out=fp32 lse=1 past=3 causal=bottom-right window=5,1 lengths=1 "
    "segments=1 "
    "mask=b11k bias=1hqk scale=0.3 softcap=50 alibi=1 sinks=1 dropout=0.1 mode=train convention=flash-attention "
    "empty=nan lse_base=2 "
    "head_map=interleaved cap_order=after-bias mask_true=hidden window_count=counts-self recipe=r1 seed=7 "
    "scores=rising:2.5 "
    "values=positive hidden=nan masks=padding layout=padded",
    "b=1 hq=1 hkv=1 tq=1 tk=2 dk=1 dv=1 dtype=fp16 causal=offset:-3 convention=onnx recipe=r1 seed=0 data.key=1,-0 "
    "data.query=0.125 data.value=nan,inf",
    "b=1 hq=1 hkv=1 tq=3 tk=2 dk=1 dv=1 dtype=e4m3 window=inf,1 convention=cudnn anchor=bottom-right recipe=r1 "
    "seed=18446744073709551615",
};

std::string rejection(const char* line) {
  try {
    parse_case(line);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CaseText, ParsesAndPrintsCanonicalLinesUnchanged) {
  for (const char* line : lines) EXPECT_EQ(to_text(parse_case(line)), line);
}

TEST(CaseText, DefaultsHeadsDimensionsAndOutput) {
  const Case c = parse_case("tk=5 tq=3 hq=4 b=2 dk=8 dtype=fp16");
  EXPECT_EQ(to_text(c), "b=2 hq=4 hkv=4 tq=3 tk=5 dk=8 dv=8 dtype=fp16 convention=torch recipe=r1 seed=0");
}

TEST(CaseText, NamesWhatIsWrongAndWhatWouldBeRight) {
  EXPECT_EQ(rejection("b=1 hq=1 tq=4 tk=4 dk=8"), "the problem line lacks dtype=");
  EXPECT_EQ(rejection("b=1 hq=3 hkv=2 tq=4 tk=4 dk=8 dtype=fp32"),
            "hq=3 hkv=2: the query heads must be a multiple of the key heads");
  EXPECT_THAT(rejection("b=1 hq=1 tq=4 tk=4 dk=8 dtype=fp33"),
              testing::HasSubstr("known: bf16, e4m3, e5m2, fp16, fp32, fp64"));
  EXPECT_EQ(rejection("b=1 b=2 hq=1 tq=4 tk=4 dk=8 dtype=fp32"), "'b' is given twice");
  EXPECT_EQ(rejection("b=x hq=1 tq=4 tk=4 dk=8 dtype=fp32"), "b=x: want a whole number");
  EXPECT_EQ(rejection("b=1 hq=1 tq=4 tk=4 dk=8 dtype=fp32 window=3"),
            "window=3: want left,right in keys, inf for no limit");
  EXPECT_THAT(rejection("b=1 hq=1 tq=4 tk=4 dk=8 dtype=fp32 colour=red"),
              testing::StartsWith("unknown field 'colour'"));
  EXPECT_THAT(rejection("b=99999999999 hq=1 tq=4 tk=4 dk=8 dtype=fp32"),
              testing::StartsWith("b=99999999999: want 0 to"));
  EXPECT_EQ(rejection("b=1 hq=1 tq=1 tk=1 dk=2 dtype=fp32 data.query=1"),
            "data.query has 1 numbers: want 2 for (1, 1, 1, 2)");
  EXPECT_THAT(rejection("garbage"), testing::HasSubstr("want key=value"));
}

TEST(ArithmeticText, RoundTripsEveryField) {
  for (const char* line :
       {"fp32", "bf16 exp_ulp=1 block=64 ordered_blocks=1 row_sum=thread:4:unrounded",
        "fp16 qk=tensor-core:16:25:23 theta=3", "e4m3 pv=tensor-core:32:13:13:128",
        "e4m3 score=fp16 p_scale=256 splits=4 flush_to_zero=0 division=ieee log=accurate fold=fp16 bias_rounding=bf16"})
    EXPECT_EQ(to_text(parse_arithmetic(line)), line);
  EXPECT_THROW(parse_arithmetic("fp32 speed=1"), UsageError);
  EXPECT_THROW(parse_arithmetic("int4"), UsageError);
  EXPECT_THROW(parse_arithmetic("e4m3 pv=tensor-core:32:13:13:100"), UsageError);  // no whole instructions
}

TEST(FieldMap, ReplacesWhatIsThereAndIsALineAgain) {
  FieldMap fields = field_map("tq=3 tk=5  seed=1");
  set_fields("tk=7 dk=2", fields);
  EXPECT_EQ(to_text(fields), "dk=2 seed=1 tk=7 tq=3");
  EXPECT_THROW(set_fields("tk=1 tk=2", fields), UsageError);
  EXPECT_THROW(field_map("tq"), UsageError);
}

}  // namespace
}  // namespace assay
