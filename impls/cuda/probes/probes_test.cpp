// SPDX-License-Identifier: Apache-2.0
//
// The probes on machines that are made up, right and wrong in one thing each: what a device would be found to do.
#include <gtest/gtest.h>

#include <algorithm>

#include "impls/arithmetic/adder.hpp"
#include "impls/cuda/probes/adder_probe.hpp"
#include "impls/cuda/probes/exp2_probe.hpp"
#include "impls/cuda/probes/float_probe.hpp"
#include "impls/cuda/probes/made_up_machine.hpp"
#include "impls/cuda/probes/record.hpp"

namespace assay::probes {
namespace {

std::vector<std::string> disagreeing(const std::vector<Finding>& findings) {
  std::vector<std::string> list;
  for (const Finding& finding : findings)
    if (!finding.agrees) list.push_back(finding.what);
  return list;
}

using Whats = std::vector<std::string>;

constexpr int hopper = 9, ampere = 8;

Adder found(const Adder& adder, const char* factors) {
  MadeUpMachine machine;
  machine.adder = adder;
  return probe_adder(machine, dtype(factors));
}

TEST(AdderProbe, FindsThePublishedAddersBitForBit) {
  for (const char* const factors : {"fp16", "bf16"})
    for (const int capability : {ampere, hopper}) {
      const Accumulator published = published_adder(capability);
      Adder adder = MadeUpMachine().adder;
      adder.terms = published.terms;
      adder.fraction_bits = published.fraction_bits;
      const Adder seen = found(adder, factors);
      EXPECT_EQ(disagreeing(compare(seen, published)), Whats{}) << factors << capability;
      EXPECT_EQ(seen.equal_to_bit, 4096);
      EXPECT_FALSE(disagreeing(compare(seen, published_adder(ampere + hopper - capability))).empty())
          << "another architecture's adder must not pass";
    }
}

TEST(AdderProbe, FindsEveryParameterThatIsOtherwise) {
  const Adder right = MadeUpMachine().adder;
  const auto differs = [&](auto change) {
    Adder adder = right;
    change(adder);
    for (const char* const factors : {"fp16", "bf16"}) {
      Adder seen = found(adder, factors);
      EXPECT_NE(seen.equal_to_bit, 0);
      EXPECT_FALSE(disagreeing(compare(seen, published_adder(hopper))).empty());
      seen.random_dots = seen.equal_to_bit = 0;
      EXPECT_EQ(seen, adder) << factors;
    }
  };
  differs([](Adder& a) { a.terms = 4; });
  differs([](Adder& a) { a.fraction_bits = 24; });
  differs([](Adder& a) { a.fraction_bits = 26; });
  differs([](Adder& a) { a.stored_bits = 22; });
  differs([](Adder& a) { a.alignment = Shortening::Floors; });
  differs([](Adder& a) { a.alignment = Shortening::ToNearest; });
  differs([](Adder& a) { a.result = Shortening::Floors; });
  differs([](Adder& a) { a.result = Shortening::ToNearest; });
  differs([](Adder& a) { a.keeps_subnormal_addends = false; });
}

TEST(AdderProbe, TellsWhatASubnormalFactorCountsAs) {
  for (const SubnormalFactor factor : {SubnormalFactor::OwnExponent, SubnormalFactor::Zero}) {
    Adder adder = MadeUpMachine().adder;
    adder.subnormal_factor = factor;
    for (const char* const factors : {"fp16", "bf16"}) EXPECT_EQ(found(adder, factors).subnormal_factor, factor);
  }
}

TEST(AdderProbe, FindsNoBlockInAChainOfRoundings) {
  MadeUpMachine machine;
  machine.adder.terms = 0;
  const Adder seen = probe_adder(machine, dtype("fp16"));
  EXPECT_EQ(seen.terms, 0);
  EXPECT_FALSE(disagreeing(compare(seen, published_adder(hopper))).empty());
}

TEST(AdderProbe, KnowsNoAdderOfOlderDevices) { EXPECT_THROW(published_adder(7), std::out_of_range); }

constexpr std::uint32_t stride = 4001;  // and not a power of two

Exp2Error exponential_error(std::function<float(float)> exponential) {
  MadeUpMachine machine;
  machine.exponential = std::move(exponential);
  return probe_exp2(machine, stride);
}

TEST(Exp2Probe, AcceptsARoundedExponentialThatFlushes) {
  MadeUpMachine machine;
  const Exp2Error error = probe_exp2(machine, stride);
  EXPECT_GT(error.asked, 60000u);
  EXPECT_LE(error.largest, 0.5);
  EXPECT_GT(error.below_normal, 0u);
  EXPECT_EQ(disagreeing(compare(error)), Whats{});
}

TEST(Exp2Probe, SeesAnErrorBeyondTheDocumentedOne) {
  for (const double factor : {1 + 3 * 0x1p-23, 1 - 3 * 0x1p-23}) {
    const Exp2Error error = exponential_error([factor](float x) {
      return x == 0 ? 1 : MadeUpMachine::flushed(static_cast<float>(std::exp2(double{x}) * factor));
    });
    EXPECT_EQ(disagreeing(compare(error)), Whats{"largest relative error of fast_exp2 in units of 2^-23"});
  }
}

TEST(Exp2Probe, SeesOneWrongArgumentInItsRange) {
  const float wrong = std::bit_cast<float>(std::bit_cast<std::uint32_t>(-0x1p-26f) + 17 * stride);
  const auto rounded = MadeUpMachine().exponential;
  EXPECT_EQ(exponential_error([=](float x) { return x == wrong ? 0.5f : rounded(x); }).at, wrong);
  EXPECT_EQ(exponential_error([=](float x) { return x == wrong ? NAN : rounded(x); }).wrong, 1u);
  EXPECT_EQ(exponential_error([=](float x) { return x == 0 ? 0.5f : rounded(x); }).wrong, 2u);
}

TEST(Exp2Probe, SeesSubnormalResultsThatAreKept) {
  const Exp2Error error = exponential_error([](float x) { return static_cast<float>(std::exp2(double{x})); });
  EXPECT_EQ(disagreeing(compare(error)), Whats{"fast_exp2 results below the smallest normal number that are kept"});
}

TEST(FloatProbe, AcceptsWhatTheCompilerDocuments) {
  MadeUpMachine machine;
  EXPECT_EQ(disagreeing(compare(probe_floats(machine))), Whats{});
}

TEST(FloatProbe, FindsEachOtherBehaviour) {
  MadeUpMachine flushing;
  flushing.flushes = true;
  EXPECT_EQ(disagreeing(compare(probe_floats(flushing))),
            (Whats{"subnormal sums are kept", "subnormal products are kept", "subnormal results of fma are kept",
                   "subnormal operands count"}));
  MadeUpMachine separate;
  separate.contracts = false;
  EXPECT_EQ(disagreeing(compare(probe_floats(separate))), Whats{"x * y + z is contracted"});
  MadeUpMachine approximate;
  approximate.quotient_error = 0x1p-24;
  EXPECT_EQ(disagreeing(compare(probe_floats(approximate))), Whats{"quotients rounded correctly"});
  MadeUpMachine fast;
  fast.logarithm_error = 0x1p-21;
  EXPECT_EQ(disagreeing(compare(probe_floats(fast))), Whats{"largest error of log, ulps"});
}

TEST(ProbeRecord, IsAsApprovedAndSaysWhetherAllAgrees) {
  const std::string right =
      record_of({"\"a\" GPU\n", "13.0", "13.1", "9.0"}, "today", {{"adder", {{"terms", "16", "16", true}}}});
  EXPECT_EQ(right,
            "{\"probes\": 1,\n"
            "\"device\": {\"name\": \"\\\"a\\\" GPU\\u000a\", \"driver\": \"13.0\", "
            "\"toolkit\": \"13.1\", "
            "\"capability\": \"9.0\", \"date\": \"today\"},\n"
            "\"agrees\": true,\n\"findings\": [\n"
            "{\"probe\": \"adder\", \"what\": \"terms\", \"assumed\": \"16\", \"found\": \"16\", "
            "\"agrees\": true}]}\n");
  const auto disagrees = [](const std::vector<Probed>& probed) {
    return record_of({}, "", probed).find("\"agrees\": false,\n") != std::string::npos;
  };
  EXPECT_TRUE(disagrees({{"adder", {{"terms", "16", "8", false}}}}));
  EXPECT_TRUE(disagrees({})) << "nothing asked agrees with nothing";
}

TEST(ProbeRecord, OfAMachineWithoutADeviceSaysWhichErrorAndWhy) {
  EXPECT_EQ(skipped_record(35, "cudaErrorInsufficientDriver", "the driver is missing"),
            "{\"probes\": 1,\n\"skipped\": {\"error\": 35, \"name\": \"cudaErrorInsufficientDriver\", "
            "\"reason\": \"the driver is missing\"}}\n");
}

}  // namespace
}  // namespace assay::probes
