// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/rules_in_use/rule.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace assay::properties {
namespace {

struct Tolerance {
  double relative;
  double absolute;
};

bool all_close(const std::vector<double>& got, const std::vector<double>& want, const Tolerance& t) {
  for (std::size_t n = 0; n < got.size(); ++n) {
    if (got[n] == want[n]) continue;
    // Written so that NaN is not close.
    if (!(std::fabs(got[n] - want[n]) <= t.absolute + t.relative * std::fabs(want[n]))) return false;
  }
  return true;
}

/// Largest absolute difference; NaN if there is one.
double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t n = 0; n < a.size(); ++n) {
    const double difference = a[n] == b[n] ? 0 : std::fabs(a[n] - b[n]);
    if (std::isnan(difference)) return difference;
    largest = std::max(largest, difference);
  }
  return largest;
}

struct Products {
  double got_got = 0, got_want = 0, want_want = 0, error_error = 0;
};
Products products(const Compared& c) {
  Products sums;
  for (std::size_t n = 0; n < c.got.size(); ++n) {
    const double g = c.got[n], w = c.rounded[n];
    sums.got_got += g * g;
    sums.got_want += g * w;
    sums.want_want += w * w;
    sums.error_error += (g - w) * (g - w);
  }
  return sums;
}

bool within_1e_2(const Compared& c) { return all_close(c.got, c.rounded, {1e-2, 1e-2}); }
bool within_1e_3(const Compared& c) { return all_close(c.got, c.rounded, {1e-3, 1e-3}); }
bool onnx_node_test(const Compared& c) { return all_close(c.got, c.rounded, {1e-3, 1e-7}); }

bool assert_close(const Compared& c) {
  static const std::map<std::string_view, Tolerance> defaults{
      {"fp64", {1e-7, 1e-7}}, {"fp32", {1.3e-6, 1e-5}}, {"fp16", {1e-3, 1e-5}}, {"bf16", {1.6e-2, 1e-5}}};
  const auto found = defaults.find(c.problem.out.name);
  return all_close(c.got, c.rounded, found == defaults.end() ? Tolerance{0, 0} : found->second);
}

bool twice_the_baseline(const Compared& c) {
  return largest_difference(c.got, c.exact) <= 2 * largest_difference(c.baseline, c.exact);
}

bool normalised_square(const Compared& c) {
  const Products sums = products(c);
  return sums.error_error <= 5e-4 * sums.want_want;
}

bool cosine(const Compared& c) {
  const Products sums = products(c);
  if (sums.got_got == 0 && sums.want_want == 0) return true;
  return sums.got_want >= 0.999 * std::sqrt(sums.got_got * sums.want_want);
}

/// The relative difference that its forward test allows; where the expected number is 0, the absolute one.
bool benchdnn(const Compared& c) {
  const double eps = 2 * c.problem.out.unit_roundoff();
  const double allowed = 8 * (1 + static_cast<double>(c.problem.extents.key_length)) * eps;
  for (std::size_t n = 0; n < c.got.size(); ++n) {
    if (c.got[n] == c.rounded[n] || (std::isnan(c.got[n]) && std::isnan(c.rounded[n]))) continue;
    const double size = c.rounded[n] == 0 ? 1 : std::fabs(c.rounded[n]);
    if (!(std::fabs(c.got[n] - c.rounded[n]) <= allowed * size)) return false;
  }
  return true;
}

}  // namespace

const std::vector<Rule>& rules_in_use() {
  static const std::vector<Rule> all{
      {"allclose 1e-2", "|got - want| <= 1e-2 + 1e-2 |want|", "KernelBench, flashinfer-bench", within_1e_2},
      {"allclose 1e-3", "|got - want| <= 1e-3 + 1e-3 |want|", "FlashInfer, fp16", within_1e_3},
      {"torch assert_close", "torch.testing.assert_close with the defaults of the output's dtype; fp8: equality",
       "https://docs.pytorch.org/docs/stable/testing.html", assert_close},
      {"FlashAttention 2x",
       "max |got - exact| <= 2 max |baseline - exact|, baseline a materialised softmax in the input's dtype",
       "https://github.com/Dao-AILab/flash-attention/blob/main/tests/test_flash_attn.py", twice_the_baseline},
      {"NMSE 5e-4", "sum (got - want)^2 <= 5e-4 sum want^2",
       "https://github.com/ggml-org/llama.cpp/blob/master/tests/test-backend-ops.cpp", normalised_square},
      {"cosine 0.999", "got . want >= 0.999 |got| |want|",
       "papers on quantised kernels (SageAttention, arXiv 2410.02367)", cosine},
      {"ONNX 1e-3", "|got - want| <= 1e-7 + 1e-3 |want|", "https://github.com/onnx/onnx, backend node tests",
       onnx_node_test},
      {"benchdnn 8(1+n) eps", "|got - want| <= 8 (1 + keys) eps |want|",
       "https://github.com/uxlfoundation/oneDNN/tree/main/tests/benchdnn", benchdnn},
  };
  return all;
}

}  // namespace assay::properties
