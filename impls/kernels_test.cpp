// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "impls/faults/bases/plain_online.hpp"
#include "impls/registry.hpp"
#include "impls/faults/bases/whole_matrix.hpp"
#include "reference/model/case/case.hpp"

namespace assay::impls {
namespace {

/// The definition once more, in double, straight from the problem's fields: one row's output and log-sum-exp.
struct PlainRow {
  std::vector<double> out;
  double lse = 0;
  double score_max = 0;  ///< largest |score|
  double value_max = 0;  ///< largest visible |value|
  bool empty = false;
};

bool shows(const Problem& p, const Inputs& in, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
  const auto length =
      p.key_lengths ? static_cast<std::int64_t>(in.key_lengths->get({b, 0, 0, 0})) : p.extents.key_length;
  const Anchor& anchor = p.convention.anchor;
  const std::int64_t at = i + (anchor.kind == Anchor::Kind::TopLeft       ? p.past
                               : anchor.kind == Anchor::Kind::BottomRight ? length - p.extents.query_length
                                                                          : anchor.offset);
  const std::int64_t self = p.convention.window_count == WindowCount::CountsSelf ? 1 : 0;
  if (j >= length || (p.causal && j > at)) return false;
  if (p.window.left && at - j > *p.window.left - self) return false;
  if (p.window.right && j - at > *p.window.right - self) return false;
  if (p.segments && in.query_segments->get({b, 0, 0, i}) != in.key_segments->get({b, 0, 0, j})) return false;
  const bool wanted = p.convention.mask_true == MaskTrue::Visible;
  if (p.mask && (in.mask->get_broadcast({b, h, i, j}) != 0) != wanted) return false;
  return !(p.bias && std::isinf(in.bias->get_broadcast({b, h, i, j})));
}

double plain_score(const Problem& p, const Inputs& in, const Index4& at, std::int64_t kh, std::int64_t position) {
  const auto [b, h, i, j] = at;
  double score = 0;
  for (std::int64_t t = 0; t < p.extents.head_dim; ++t) score += in.query.get({b, h, i, t}) * in.key.get({b, kh, j, t});
  score *= p.scale.value_or(1 / std::sqrt(static_cast<double>(p.extents.head_dim)));
  double added = p.bias ? in.bias->get_broadcast(at) : 0;
  if (p.alibi) added -= in.alibi_slopes->get({0, h, 0, 0}) * static_cast<double>(std::abs(position - j));
  if (!p.softcap) return score + added;
  const double cap = *p.softcap;
  if (p.convention.cap_order == CapOrder::AfterBias) return cap * std::tanh((score + added) / cap);
  return cap * std::tanh(score / cap) + added;
}

PlainRow plain_row(const Problem& p, const Inputs& in, std::int64_t b, std::int64_t h, std::int64_t i) {
  const Extents& e = p.extents;
  const std::int64_t kh =
      p.convention.head_map == HeadMap::Grouped ? h / (e.query_heads / e.key_heads) : h % e.key_heads;
  const std::int64_t position =
      i + (p.convention.anchor.kind == Anchor::Kind::TopLeft ? p.past : e.key_length - e.query_length);
  PlainRow row{std::vector<double>(static_cast<std::size_t>(e.value_dim))};
  std::vector<std::int64_t> keys;
  std::vector<double> scores;
  for (std::int64_t j = 0; j < e.key_length; ++j) {
    if (!shows(p, in, b, h, i, j)) continue;
    keys.push_back(j);
    scores.push_back(plain_score(p, in, {b, h, i, j}, kh, position));
    row.score_max = std::max(row.score_max, std::abs(scores.back()));
  }
  row.empty = keys.empty();
  double sum = p.sinks ? std::exp(in.sinks->get({0, h, 0, 0})) : 0;
  for (const double score : scores) sum += std::exp(score);
  for (std::size_t n = 0; n < keys.size(); ++n) {
    const bool kept = !p.dropout.training || in.dropout_keep->get({b, h, i, keys[n]}) != 0;
    const double factor = p.dropout.training ? kept / (1 - p.dropout.probability) : 1;
    for (std::int64_t c = 0; c < e.value_dim; ++c) {
      const double value = in.value.get({b, kh, keys[n], c});
      row.out[static_cast<std::size_t>(c)] += factor * std::exp(scores[n]) / sum * value;
      row.value_max = std::max(row.value_max, std::abs(value * factor));
    }
  }
  row.lse = std::log(sum) / (p.convention.lse_base == LseBase::Two ? std::log(2.0) : 1);
  return row;
}

/// Generous: each of the sums' roundings on every term, and the scores' errors through the exponential. Faults are far
/// beyond.
double slack(const Problem& p, const PlainRow& row, double unit) {
  const double roundings =
      static_cast<double>(p.extents.key_length + 4 * p.extents.head_dim) + 16 * (1 + row.score_max);
  return roundings * unit;
}

void expect_near_definition(const Kernel& kernel, const Case& c) {
  const Inputs in = make_inputs(c);
  const Problem& p = c.problem;
  ASSERT_EQ(kernel.supports(p).refusal, "");
  Outputs got = blank_outputs(p);
  kernel.run(p, in, got);
  const double unit = kernel.arithmetic(p).probability.unit_roundoff() + kernel.arithmetic(p).work.unit_roundoff();
  for_each_index({p.extents.batch, p.extents.query_heads, p.extents.query_length, 1}, [&](const Index4& at) {
    const PlainRow row = plain_row(p, in, at[0], at[1], at[2]);
    for (std::int64_t f = 0; f < p.extents.value_dim; ++f) {
      const double want = row.empty ? 0 : row.out[static_cast<std::size_t>(f)];
      const double allowed = slack(p, row, unit) * row.value_max + ulp(p.out, want);
      EXPECT_NEAR(got.out.get({at[0], at[1], at[2], f}), want, allowed) << kernel.name() << ' ' << to_text(c);
    }
    if (!p.lse) return;
    const double lse = got.lse->get(at);
    if (row.empty)
      EXPECT_EQ(lse, -std::numeric_limits<double>::infinity());
    else
      EXPECT_NEAR(lse, row.lse, slack(p, row, unit) + ulp(lse_format(p), row.lse))
          << kernel.name() << ' ' << to_text(c);
  });
}

/// Problems without their dtype, chosen so that each option meets several tiles, odd sizes and another option.
const std::vector<std::string>& problems() {
  static const std::vector<std::string> lines{
      "b=2 hq=2 tq=5 tk=7 dk=8 dv=3 lse=1 seed=1",
      "b=1 hq=4 hkv=2 tq=3 tk=131 dk=5 dv=17 lse=1 scores=rising seed=2",
      "b=1 hq=4 hkv=2 tq=3 tk=67 dk=4 head_map=interleaved lse=1 lse_base=2 seed=3",
      "b=1 hq=1 tq=101 tk=130 dk=2 causal=bottom-right lse=1 seed=4",
      "b=1 hq=1 tq=68 tk=64 dk=2 causal=top-left lse=1 seed=5",
      "b=1 hq=1 tq=9 tk=90 dk=3 past=71 causal=top-left window=5,inf lse=1 seed=6",
      "b=1 hq=1 tq=66 tk=66 dk=2 window=3,2 window_count=counts-self seed=7",
      "b=3 hq=1 tq=4 tk=80 dk=6 lengths=1 lse=1 hidden=nan seed=8",
      "b=2 hq=1 tq=8 tk=20 dk=6 segments=1 lse=1 seed=9",
      "b=2 hq=2 tq=4 tk=70 dk=6 mask=b11k lse=1 hidden=inf seed=10",
      "b=2 hq=2 tq=4 tk=70 dk=6 mask=1hqk mask_true=hidden lse=1 seed=11",
      "b=2 hq=2 tq=4 tk=70 dk=6 bias=bhqk lse=1 seed=12",
      "b=2 hq=2 tq=4 tk=70 dk=6 bias=11qk softcap=3 lse=1 seed=13",
      "b=2 hq=2 tq=4 tk=70 dk=6 bias=b11k softcap=3 cap_order=after-bias lse=1 seed=14",
      "b=1 hq=3 tq=5 tk=70 dk=6 alibi=1 lse=1 seed=15",
      "b=1 hq=3 tq=5 tk=70 dk=6 sinks=1 lse=1 seed=16",
      "b=1 hq=3 tq=5 tk=70 dk=6 dropout=0.25 mode=train lse=1 seed=17",
      "b=1 hq=1 tq=5 tk=70 dk=6 dropout=0.25 scale=0.5 values=offset seed=18",
  };
  return lines;
}

Case make_case(const std::string& line, std::string_view dtype_name) {
  return parse_case(line + " recipe=r1 dtype=" + std::string(dtype_name));
}

bool is_supported(const Kernel& kernel, std::string_view dtype_name) {
  return static_cast<bool>(kernel.supports(make_case(problems().front(), dtype_name).problem));
}

TEST(Kernels, AgreeWithTheDefinitionInDouble) {
  for (const KernelPointer& kernel : all_kernels())
    for (const FloatFormat& format : all_dtypes())
      if (is_supported(*kernel, format.name))
        for (const std::string& line : problems()) expect_near_definition(*kernel, make_case(line, format.name));
}

TEST(PlainOnline, WithoutSlipsAgreesWithTheDefinition) {
  const KernelPointer kernel = find_kernel("plain_online");
  for (const std::string& line : problems()) expect_near_definition(*kernel, make_case(line, "fp32"));
}

TEST(PlainOnline, InFourRangesAgreesWithTheDefinition) {
  const KernelPointer kernel = plain_online("four ranges", "", {.splits = 4});
  for (const std::string& line : problems()) expect_near_definition(*kernel, make_case(line, "fp32"));
}

TEST(WholeMatrix, WithoutSlipsAgreesWithTheDefinition) {
  const KernelPointer kernel = matrix_fault("none", {}, {}).kernel;
  for (const std::string& line : problems()) expect_near_definition(*kernel, make_case(line, "fp32"));
}

TEST(Kernels, StoreOtherOutputFormats) {
  for (const std::string_view out : {"fp16", "bf16", "e4m3", "e5m2", "fp32", "fp64"})
    for (const KernelPointer& kernel : all_kernels())
      if (is_supported(*kernel, "fp32"))
        expect_near_definition(*kernel, make_case(problems().front() + " out=" + std::string(out), "fp32"));
}

Outputs run(const Kernel& kernel, const Problem& problem, const Inputs& inputs) {
  Outputs outputs = blank_outputs(problem);
  kernel.run(problem, inputs, outputs);
  return outputs;
}

TEST(Kernels, ReadAnyStridesToTheSameBits) {
  for (const KernelPointer& kernel : all_kernels())
    for (const std::string_view layout : {"bthd", "padded"})
      for (const std::string& line : problems()) {
        const std::string_view type = is_supported(*kernel, "fp16")   ? "fp16"
                                      : is_supported(*kernel, "fp32") ? "fp32"
                                                                      : "bf16";
        const Case plain = make_case(line, type);
        const Case strided = make_case(line + " layout=" + std::string(layout), type);
        const Outputs want = run(*kernel, plain.problem, make_inputs(plain));
        EXPECT_EQ(run(*kernel, strided.problem, make_inputs(strided)), want)
            << kernel->name() << ' ' << to_text(strided);
      }
}

TEST(Kernels, WriteIntoStridedOutputs) {
  const Case c = make_case(problems()[0], "fp32");
  const Inputs inputs = make_inputs(c);
  const Index4 wide{1000, 300, 40, 2};
  for (const KernelPointer& kernel : all_kernels()) {
    if (!kernel->supports(c.problem)) continue;
    Outputs strided = blank_outputs(c.problem);
    strided.out = strided.out.with_strides(wide);
    kernel->run(c.problem, inputs, strided);
    EXPECT_EQ(strided, run(*kernel, c.problem, inputs)) << kernel->name();
  }
}

TEST(Kernels, RefuseOtherStorageWithAReason) {
  for (const KernelPointer& kernel : all_kernels()) {
    const Support support = kernel->supports(make_case(problems()[0], "fp64").problem);
    if (kernel->name() == "double_yardstick")
      EXPECT_TRUE(support);
    else
      EXPECT_NE(support.refusal.find("fp64"), std::string::npos) << kernel->name();
  }
}

TEST(Kernels, AnswerEmptyRowsByConvention) {
  const std::string line = "b=1 hq=1 tq=4 tk=3 dk=2 dv=2 causal=offset:-5 lse=1 values=constant:3 ";
  for (const KernelPointer& kernel : all_kernels()) {
    const std::string_view type = is_supported(*kernel, "fp16")   ? "fp16"
                                  : is_supported(*kernel, "fp32") ? "fp32"
                                                                  : "bf16";
    const auto empty_row = [&](const std::string& choice) {
      const Case c = make_case(line + choice, type);
      const Outputs outputs = run(*kernel, c.problem, make_inputs(c));
      return std::pair{outputs.out.get({0, 0, 0, 1}), outputs.lse->get({0, 0, 0, 0})};
    };
    EXPECT_EQ(empty_row("empty=zero empty_lse=-inf"), (std::pair{0.0, -std::numeric_limits<double>::infinity()}));
    EXPECT_EQ(empty_row("empty=mean empty_lse=inf"), (std::pair{3.0, std::numeric_limits<double>::infinity()}));
    EXPECT_TRUE(std::isnan(empty_row("empty=nan empty_lse=nan").first));
    EXPECT_TRUE(std::isnan(empty_row("empty=nan empty_lse=nan").second));
  }
}

TEST(Kernels, GiveTheSinkAloneTheDenominatorOfARowWithoutKeys) {
  const Case c = make_case("b=1 hq=1 tq=4 tk=3 dk=2 dv=2 causal=offset:-5 lse=1 sinks=1 empty=nan", "fp32");
  Inputs inputs = make_inputs(c);
  for (const KernelPointer& kernel : all_kernels()) {
    if (!kernel->supports(c.problem)) continue;
    inputs.sinks->set({0, 0, 0, 0}, 0.75);
    EXPECT_EQ(run(*kernel, c.problem, inputs).out.get({0, 0, 0, 1}), 0) << kernel->name();
    EXPECT_EQ(run(*kernel, c.problem, inputs).lse->get({0, 0, 0, 0}), 0.75) << kernel->name();
    inputs.sinks->set({0, 0, 0, 0}, -std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(run(*kernel, c.problem, inputs).out.get({0, 0, 0, 1}))) << kernel->name();
  }
}

TEST(Kernels, IgnoreASinkOfMinusInfinityAndSpreadOneThatIsNoNumber) {
  const Case c = make_case("b=1 hq=1 tq=4 tk=70 dk=2 dv=2 lse=1 sinks=1", "fp32");
  const Case without = make_case("b=1 hq=1 tq=4 tk=70 dk=2 dv=2 lse=1", "fp32");
  Inputs inputs = make_inputs(c);
  for (const KernelPointer& kernel : all_kernels()) {
    if (!kernel->supports(c.problem)) continue;
    inputs.sinks->set({0, 0, 0, 0}, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(run(*kernel, c.problem, inputs), run(*kernel, without.problem, make_inputs(without))) << kernel->name();
    inputs.sinks->set({0, 0, 0, 0}, std::numeric_limits<double>::infinity());
    EXPECT_TRUE(std::isnan(run(*kernel, c.problem, inputs).out.get({0, 0, 0, 1}))) << kernel->name();
  }
}

TEST(Kernels, DrawTheirOwnDropoutAtTheRateAskedFor) {
  const Case c =
      make_case("b=1 hq=2 tq=64 tk=64 dk=1 scores=zero values=constant dropout=0.25 mode=train keep=drawn", "fp32");
  const Inputs inputs = make_inputs(c);
  for (const KernelPointer& kernel : all_kernels()) {
    if (!kernel->supports(c.problem)) continue;
    double sum = 0;
    const Outputs outputs = run(*kernel, c.problem, inputs);
    for_each_index(outputs.out.extents(), [&](const Index4& at) { sum += outputs.out.get(at); });
    // 8192 weights: five standard deviations of the mean of keep / 0.75.
    EXPECT_NEAR(sum / 128, 1, 5 * std::sqrt(0.25 / 0.75 / 8192)) << kernel->name();
    EXPECT_EQ(run(*kernel, c.problem, inputs), outputs);
  }
}

TEST(Kernels, NanInAVisibleValueReachesOnlyRowsThatSeeIt) {
  Case c = make_case("b=1 hq=1 tq=70 tk=70 dk=2 dv=3 causal=top-left", "fp32");
  Inputs inputs = make_inputs(c);
  inputs.value.set({0, 0, 66, 1}, std::numeric_limits<double>::quiet_NaN());
  inputs.key.set({0, 0, 68, 0}, std::numeric_limits<double>::quiet_NaN());
  for (const KernelPointer& kernel : all_kernels()) {
    if (!kernel->supports(c.problem)) continue;
    const Outputs outputs = run(*kernel, c.problem, inputs);
    for_each_index(outputs.out.extents(), [&](const Index4& at) {
      const bool nan = at[2] >= 68 || (at[2] >= 66 && at[3] == 1);
      EXPECT_EQ(std::isnan(outputs.out.get(at)), nan) << kernel->name() << ' ' << to_text(at);
    });
  }
}

TEST(TiledKernel, GivesTheSameBitsOnAnyNumberOfThreads) {
  const Case c = make_case("b=2 hq=3 tq=200 tk=300 dk=16 causal=bottom-right lse=1", "bf16");
  const Inputs inputs = make_inputs(c);
  const KernelPointer kernel = find_kernel("tiled");
  const auto on_threads = [&](std::size_t count) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, count);
    return run(*kernel, c.problem, inputs);
  };
  const Outputs alone = on_threads(1);
  EXPECT_EQ(on_threads(2), alone);
  EXPECT_EQ(on_threads(7), alone);
}

TEST(Registry, NamesAreUniqueAndUnknownOnesListTheRest) {
  std::vector<std::string> names;
  for (const KernelPointer& kernel : all_kernels()) names.push_back(kernel->name());
  for (const Fault& fault : all_faults()) names.push_back(fault.kernel->name());
  for (const std::string& name : names) EXPECT_EQ(find_kernel(name)->name(), name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  try {
    find_kernel("tilde");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("tiled"), std::string::npos);
  }
}

}  // namespace
}  // namespace assay::impls
