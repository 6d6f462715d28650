// SPDX-License-Identifier: Apache-2.0
//
// The table of arithmetic fields: each row holds what it says of itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "reference/model/arithmetic_fields.hpp"
#include "reference/model/contract.hpp"

namespace assay {
namespace {

using testing::HasSubstr;

Arithmetic with(const ArithmeticField& field, const std::string& value) {
  return parse_arithmetic("bf16 " + field.about.key + "=" + value);
}

TEST(ArithmeticFields, AreEachJudgedOrNamedNeutral) {
  for (const ArithmeticField& field : arithmetic_fields())
    EXPECT_NE(static_cast<bool>(field.looser), !field.neutral.empty()) << field.about.key;
}

TEST(ArithmeticFields, AllowMoreInOneDirectionOnly) {
  for (const ArithmeticField& field : arithmetic_fields()) {
    if (!field.looser) continue;
    SCOPED_TRACE(field.about.key);
    int looser = 0;
    for (const KeyValue& a : field.about.values)
      for (const KeyValue& b : field.about.values) {
        const Arithmetic x = with(field, a.text), y = with(field, b.text);
        looser += field.looser(x, y) ? 1 : 0;
        EXPECT_FALSE(a.text == b.text && field.looser(x, y)) << a.text;
        EXPECT_EQ(field.looser(x, y), std::ranges::count(looser_fields(x, y), field.about.key) > 0);
      }
    EXPECT_GT(looser, 0) << "no listed value allows more than another one";
  }
}

TEST(ArithmeticFields, NoneAllowsMoreThanThePresetThatStatesNothing) {
  for (const std::string& preset : arithmetic_presets()) {
    const Arithmetic stated = arithmetic_preset(preset);
    EXPECT_TRUE(looser_fields(stated, stated).empty());
    for (const char* narrower : {"fused_exponent=1", "ordered_blocks=1", "p_normalised=0", "flush_to_zero=0",
                                 "division=ieee", "log=accurate", "exp_ulp=1", "theta=2"})
      EXPECT_TRUE(looser_fields(parse_arithmetic(preset + " " + narrower), stated).empty()) << narrower;
  }
}

TEST(ArithmeticFields, EveryExampleAndValueIsParsedAndPrintedAsItStands) {
  for (const ArithmeticField& field : arithmetic_fields()) {
    SCOPED_TRACE(field.about.key);
    EXPECT_FALSE(field.about.meaning.empty() || field.effect.empty() || field.about.values.size() < 2);
    EXPECT_EQ(to_text(parse_arithmetic("fp32 " + field.about.example)), "fp32 " + field.about.example);
    for (const KeyValue& value : field.about.values) {
      EXPECT_EQ(field.print(with(field, value.text)), value.text);
      EXPECT_FALSE(value.meaning.empty());
    }
  }
}

TEST(ArithmeticFields, UnknownOnesListAllAndTheOneThatWasMeant) {
  try {
    parse_arithmetic("fp32 exp_ulps=1");
    FAIL() << "it was taken";
  } catch (const UsageError& error) {
    const std::string said = error.what();
    EXPECT_THAT(said, testing::StartsWith("unknown arithmetic field 'exp_ulps'; did you mean 'exp_ulp'? known: work "));
    for (const std::string& key : arithmetic_keys()) EXPECT_THAT(said + " ", HasSubstr(" " + key + " "));
  }
}

}  // namespace
}  // namespace assay
