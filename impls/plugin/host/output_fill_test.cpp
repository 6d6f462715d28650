// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/output_fill.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "impls/kernel.hpp"
#include "reference/model/case/case.hpp"

namespace assay::impls::sandbox {
namespace {

using Kind = OutputFill::Kind;
constexpr Kind kinds[] = {Kind::Mark, Kind::Zeros, Kind::Numbers};

TEST(OutputFill, MarksAreNanThatNothingComputesAndDifferFromCallToCall) {
  for (const FloatFormat& format : all_dtypes()) {
    if (!format.has_infinity()) continue;
    const ElementType type = ElementType::of(format);
    const std::uint64_t sign = std::uint64_t{1} << (format.storage_bits() - 1);
    const std::uint64_t quiet = encode(format, std::numeric_limits<double>::quiet_NaN()) & ~sign, every = sign - 1;
    std::uint64_t before = 0;
    for (std::uint64_t call = 0; call < 1000; ++call) {
      const OutputFill drawn = draw_output_fill(call * 0x9e3779b97f4a7c15, call);
      const std::uint64_t bits = OutputFill{Kind::Mark, drawn.drawn}.bits(type);
      EXPECT_TRUE(std::isnan(decode(format, bits))) << format.name;
      EXPECT_NE(bits & ~sign, quiet) << format.name;
      EXPECT_NE(bits & ~sign, every) << format.name;
      EXPECT_NE(bits, before) << format.name;
      before = bits;
    }
  }
}

TEST(OutputFill, IsTheMarkMostlyAndEveryKindSometimes) {
  std::map<Kind, int> drawn;
  for (std::uint64_t number = 0; number < 800; ++number) ++drawn[draw_output_fill(number, 0).kind];
  EXPECT_EQ(drawn[Kind::Mark], 600);
  EXPECT_EQ(drawn[Kind::Zeros], 100);
  EXPECT_EQ(drawn[Kind::Numbers], 100);
}

/// Outputs of a call that writes 1.5 everywhere but, perhaps, into the last element of out.
Outputs outputs_of(const FloatFormat& format, const OutputFill& fill, bool writes_all, double last) {
  Problem problem = plain_problem({}, "fp32");
  problem.out = format;
  Outputs outputs = blank_outputs(problem);
  const Index4& e = outputs.out.extents();
  for_each_index(e, [&](const Index4& index) { outputs.out.set(index, 1.5); });
  const Index4 end{e[0] - 1, e[1] - 1, e[2] - 1, e[3] - 1};
  if (writes_all)
    outputs.out.set(end, last);
  else
    outputs.out.set_bits(end, fill.bits(outputs.out.type()));
  return outputs;
}

/// What a sandbox makes of two such calls.
std::string told(const FloatFormat& format, const OutputFill& fill, bool writes_all, double last = 1.5) {
  Outputs outputs = outputs_of(format, fill, writes_all, last);
  const Outputs inverse = outputs_of(format, fill.inverse(), writes_all, last), as_written = outputs;
  try {
    mark_unwritten(outputs, may_be_unwritten(outputs, fill) ? &inverse : nullptr, fill);
  } catch (const KernelFault& fault) {
    return fault.kind();
  }
  const Index4& e = outputs.out.extents();
  if (outputs.out.bits({e[0] - 1, e[1] - 1, e[2] - 1, e[3] - 1}) == unwritten_bits(format)) return "output unwritten";
  return outputs.out == as_written.out ? "" : "changed";
}

TEST(OutputFill, TellsWhatIsUnwrittenWhateverItIs) {
  for (const FloatFormat& format : all_dtypes())
    for (const Kind kind : kinds)
      for (const std::uint64_t drawn : {0x123456789abcdef0, 0x123456789abcdef1})
        EXPECT_EQ(told(format, {kind, drawn}, false), "output unwritten") << format.name << static_cast<int>(kind);
}

TEST(OutputFill, LeavesAloneWhatWasWrittenWithTheVeryBitsThatItHas) {
  for (const FloatFormat& format : all_dtypes())
    for (const Kind kind : {Kind::Zeros, Kind::Numbers}) {
      const OutputFill fill{kind, 0x123456789abcdef0};
      EXPECT_EQ(told(format, fill, true, decode(format, fill.bits(ElementType::of(format)))), "") << format.name;
    }
}

}  // namespace
}  // namespace assay::impls::sandbox
