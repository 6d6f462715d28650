// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <regex>

#include "impls/registry.hpp"
#include "properties/diagnosis/identify.hpp"
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties {
namespace {

using Forward = std::function<void(const Problem&, const Inputs&, Outputs&)>;

/// A kernel of a test's own, that knows no masks.
class Custom : public impls::Kernel {
 public:
  explicit Custom(Forward run) : run_(std::move(run)) {}
  std::string name() const override { return "custom"; }
  std::string description() const override { return "made for a test"; }
  Arithmetic arithmetic(const Problem& problem) const override { return honest()->arithmetic(problem); }
  impls::Support supports(const Problem& problem) const override { return honest()->supports(problem); }
  void run(const Problem& problem, const Inputs& inputs, Outputs& outputs) const override {
    run_(problem, inputs, outputs);
  }
  static impls::KernelPointer honest() { return impls::find_kernel("tiled"); }

 private:
  Forward run_;
};

std::string named(const Forward& forward, const std::string& fields) {
  const Custom kernel(forward);
  const Case c = parse_case("dtype=fp32 recipe=r1 " + fields);
  const Ran ran = run(kernel, make_call(c));
  const Identification found = identify(c, std::get<Outputs>(ran), kernel, kernel.arithmetic(c.problem));
  return found.name() ? std::string(found.name()->name) : found.violated ? "no known suspect" : "not violated";
}

/// The honest output, changed afterwards.
Forward honest_then(const std::function<void(Tensor& out)>& change) {
  return [change](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
    Custom::honest()->run(problem, inputs, outputs);
    change(outputs.out);
  };
}

/// Attention key by key in float32, with roundings of its own.
struct KeyByKey {
  std::function<double(double)> dot = nullptr;
  std::function<double(double)> weight = nullptr;
  std::function<double(double)> exponential = [](double x) { return std::exp(x); };

  void operator()(const Problem& problem, const Inputs& inputs, Outputs& outputs) const {
    const std::int64_t group = problem.extents.query_heads / problem.extents.key_heads;
    for_each_index(lse_extents(problem), [&](const Index4& at) {
      const Index4 key_head{at[0], at[1] / group, 0, 0};
      row(problem, inputs, at, key_head, outputs);
    });
  }

 private:
  float score(const Problem& problem, const Inputs& inputs, const Index4& at, const Index4& key) const {
    float sum = 0;
    for (std::int64_t d = 0; d < problem.extents.head_dim; ++d) {
      const double query = inputs.query.get({at[0], at[1], at[2], d});
      sum += static_cast<float>(query * inputs.key.get({key[0], key[1], key[2], d}));
      if (dot) sum = static_cast<float>(dot(sum));
    }
    return sum * static_cast<float>(scale_value(problem));
  }

  void row(const Problem& problem, const Inputs& inputs, const Index4& at, Index4 key, Outputs& outputs) const {
    const auto e = [&](float x) { return static_cast<float>(exponential(x)); };
    std::vector<float> out(static_cast<std::size_t>(problem.extents.value_dim));
    float largest = -INFINITY, sum = 0;
    for (key[2] = 0; key[2] < problem.extents.key_length; ++key[2]) {
      const float now = score(problem, inputs, at, key), next = std::max(largest, now), keep = e(largest - next);
      const float w = weight ? static_cast<float>(weight(e(now - next))) : e(now - next);
      for (std::size_t c = 0; c < out.size(); ++c)
        out[c] = out[c] * keep + w * static_cast<float>(inputs.value.get({key[0], key[1], key[2], std::int64_t(c)}));
      sum = sum * keep + w;
      largest = next;
    }
    for (std::size_t c = 0; c < out.size(); ++c)
      outputs.out.set({at[0], at[1], at[2], static_cast<std::int64_t>(c)}, out[c] / sum);
  }
};

/// A public report, or a heading of the derivations; that the heading exists is held by ci.tidy.
bool can_be_looked_up(std::string_view source) {
  static const std::regex report(R"(https://github\.com/[\w.-]+/[\w.-]+/(issues|pull)/[0-9]+)");
  static const std::regex heading(
      "numerics.md"
      "#[a-z][0-9]*-[a-z0-9-]+");
  const std::string text(source);
  return std::regex_match(text, report) || std::regex_match(text, heading);
}

TEST(Suspects, HaveASourceThatAReaderCanLookUp) {
  for (const char* const nothing :
       {"", "WINDOW of the catalogue of faults", "a paper, section 3", "numerics.md", "https://github.com/owner/name"})
    EXPECT_FALSE(can_be_looked_up(nothing)) << nothing;
  for (const Suspect& suspect : all_suspects())
    EXPECT_TRUE(can_be_looked_up(suspect.source)) << suspect.name << ": " << suspect.source;
}

TEST(Suspects, AreNotBelievedWhereTheyHardlyMatter) {
  // The last key has nearly all the weight: a factor near one is as good as the row sum, until others have some.
  const Forward relative = honest_then([](Tensor& out) {
    for_each_index(out.extents(), [&](const Index4& at) { out.set(at, static_cast<float>(out.get(at)) * 1.00001f); });
  });
  EXPECT_EQ(named(relative, "b=2 hq=9 hkv=3 tq=19 tk=17 dk=5 dv=31 seed=152 scores=peak-last:2"), "no known suspect");
}

TEST(Suspects, KnowADotProductSummedInSixteenBits) {
  const std::string shape = "b=1 hq=2 hkv=1 tq=9 tk=40 dk=32 dv=16 seed=5";
  EXPECT_EQ(named(KeyByKey{}, shape), "not violated");
  EXPECT_EQ(named(KeyByKey{.dot = rounding_to("fp16")}, shape), "dot_sixteen_bit");
  EXPECT_EQ(named(KeyByKey{.dot = rounding_to("bf16")}, shape), "dot_sixteen_bit");
  // Beyond 65504, where every row is NaN.
  EXPECT_EQ(named(KeyByKey{.dot = rounding_to("fp16")}, shape + " scores=common-mean:60"), "dot_sixteen_bit");
}

TEST(Suspects, KnowProbabilitiesRoundedUnderAMaximumThatRunsKeyByKey) {
  EXPECT_EQ(named(KeyByKey{.weight = rounding_to("bf16")}, "b=1 hq=2 hkv=1 tq=9 tk=150 dk=32 dv=16 seed=5"),
            "probabilities_bf16");
}

TEST(Suspects, KnowAnExponentialThatIsInexactBelowAnArgument) {
  const KeyByKey kernel{.exponential = [](double x) { return std::exp(x) * (x < -1 ? 1.0001 : 1); }};
  EXPECT_EQ(named(kernel, "b=1 hq=2 hkv=1 tq=9 tk=40 dk=32 dv=16 seed=5"), "inexact_exp");
  EXPECT_EQ(named(kernel, "b=1 hq=3 hkv=3 tq=40 tk=19 dk=5 dv=1 seed=297"), "inexact_exp");  // many rows of one column
}

TEST(Suspects, KnowOneRowThatHoldsItsNeighbours) {
  const auto copies = [](std::int64_t to, std::int64_t from) {
    return honest_then([=](Tensor& out) {
      const std::int64_t length = out.extents()[2];
      const Tensor before = out;
      for_each_index(out.extents(), [&](const Index4& at) {
        if (at[2] == (to + length) % length) out.set(at, before.get({at[0], at[1], (from + length) % length, at[3]}));
      });
    });
  };
  EXPECT_EQ(named(copies(-1, -2), "b=1 hq=2 hkv=1 tq=65 tk=20 dk=8 dv=8 seed=5"), "rows_copied");
  EXPECT_EQ(named(copies(0, 1), "b=1 hq=2 hkv=1 tq=65 tk=20 dk=8 dv=8 seed=5"), "rows_copied");
  EXPECT_EQ(named(copies(4, 9), "b=1 hq=2 hkv=1 tq=65 tk=20 dk=8 dv=8 seed=5"), "no known suspect");
}

TEST(Suspects, KnowTheRowsOfTheLastTileMovedByOne) {
  const Forward moved = honest_then([](Tensor& out) {
    const std::int64_t last = out.extents()[2] - 1;
    const Tensor before = out;
    for_each_index(out.extents(), [&](const Index4& at) {
      if (at[2] / 16 == last / 16) out.set(at, before.get({at[0], at[1], std::max<std::int64_t>(at[2] - 1, 0), at[3]}));
    });
  });
  EXPECT_EQ(named(moved, "b=1 hq=2 hkv=1 tq=40 tk=20 dk=8 dv=8 seed=5"), "rows_copied");
}

TEST(Suspects, KnowTheHeadSizeTakenForAScaleThatWasGiven) {
  const auto scaled = [](double scale) {
    return [scale](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
      Problem other = problem;
      other.scale = scale;
      Custom::honest()->run(other, inputs, outputs);
    };
  };
  EXPECT_EQ(named(scaled(1.0 / 16), "b=1 hq=2 hkv=1 tq=9 tk=40 dk=16 dv=8 scale=0.2 seed=5"), "scale_default");
  EXPECT_EQ(named(scaled(0.25), "b=1 hq=2 hkv=1 tq=9 tk=40 dk=16 dv=8 scale=0.2 seed=5"), "scale_default");
  EXPECT_EQ(named(scaled(0.11), "b=1 hq=2 hkv=1 tq=9 tk=40 dk=16 dv=8 scale=0.2 seed=5"), "no known suspect");
}

}  // namespace
}  // namespace assay::properties
