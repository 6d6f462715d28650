// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/relations/one_hot.hpp"
#include "properties/property.hpp"
#include "properties/judge/row_bounds.hpp"
#include "reference/error/agreement.hpp"
#include "reference/model/case/random.hpp"

namespace assay::properties::laws {
namespace {

/// Query and key of random signs: mean 0, variance 1, exact in every dtype, so raw scores have variance d_k.
Call with_signs(const Call& call) {
  Call changed = call;
  std::uint32_t stream = 0;
  for (Tensor* tensor : {&changed.inputs.query, &changed.inputs.key}) {
    const RandomStream random(call.inputs.dropout_seed, ++stream);
    std::uint64_t n = 0;
    for_each_index(tensor->extents(),
                   [&](const Index4& index) { tensor->set(index, random.bits(n++) % 2 == 0 ? 1 : -1); });
  }
  return changed;
}

/// Logarithms of the weights of one row: as read off the kernel, as they are, and how far apart rounding can
/// put the two.
struct Logs {
  std::vector<double> got, exact, apart;
};

// Rows of a head that are read; the scale is the same for all of them.
constexpr std::int64_t rows_of_a_head = 8;

/// Weights near the rounding error tell nothing of their logarithm and are left out.
void add_block(std::vector<Logs>& rows, const RowBounds& bounds, const Outputs& outputs, std::int64_t first) {
  std::size_t n = 0;
  for (const RowIndex& index : bounds.indices()) {
    Logs& logs = rows[n++];
    if (index.query >= rows_of_a_head) continue;
    const BoundedRow row = bounds.row(index);
    for (std::size_t k = 0; k < row.exact.probability.size(); ++k) {
      const std::int64_t c = row.data.keys[k] - first;
      if (c < 0 || c >= outputs.out.extents()[3]) continue;
      const FloatFormat& format = outputs.out.type().format;
      const double p = row.exact.probability[k];
      const double apart = (row.allowed(c) + ulp(format, p)) / p;
      if (!(apart < 0.5)) continue;
      logs.got.push_back(std::log(std::max(0.0, outputs.out.get({index.batch, index.head, index.query, c}))));
      logs.exact.push_back(row.exact.score[k]);
      logs.apart.push_back(-std::log1p(-apart));
    }
  }
}

/// Root mean square over all rows of the deviation from each row's mean: a seminorm, so a change of the logs by
/// at most `apart` each moves it by no more than their root mean square.
double deviation(const std::vector<Logs>& rows, std::vector<double> Logs::*member) {
  double squares = 0, count = 0;
  for (const Logs& row : rows) {
    double mean = 0;
    for (const double x : row.*member) mean += x / static_cast<double>((row.*member).size());
    for (const double x : row.*member) squares += (x - mean) * (x - mean);
    count += static_cast<double>((row.*member).size());
  }
  return count > 0 ? std::sqrt(squares / count) : 0;
}

double root_mean_square(const std::vector<Logs>& rows) {
  double squares = 0, count = 0;
  for (const Logs& row : rows) {
    for (const double x : row.apart) squares += x * x;
    count += static_cast<double>(row.apart.size());
  }
  return count > 0 ? std::sqrt(squares / count) : 0;
}

Verdict compare_deviations(const std::vector<Logs>& rows) {
  const double got = deviation(rows, &Logs::got);
  const double exact = deviation(rows, &Logs::exact);
  const double apart = root_mean_square(rows);
  if (exact == 0) return NoEvidence{"no row sees two keys of different score"};
  if (std::abs(got - exact) <= apart) return Holds{};
  const double ratio = std::isfinite(got) ? std::abs(got - exact) / apart : std::numeric_limits<double>::infinity();
  return Violated{evidence("the exact standard deviation of a row's scores (called with queries and keys of 1 and -1)",
                           "score deviation", {}, got, exact, apart, ratio)};
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  const Call signs = with_signs(call);
  const Extents& e = call.problem.extents;
  std::vector<Logs> rows(static_cast<std::size_t>(e.batch * e.query_heads * e.query_length));
  const Verdict read = for_each_block(kernel, signs, [&](const Call& block, std::int64_t first) -> Verdict {
    Ran ran = run(kernel, block);
    if (auto* fault = std::get_if<Faulted>(&ran)) return *fault;
    const RowBounds bounds(block, stated_arithmetic(kernel, block.problem));
    add_block(rows, bounds, std::get<Outputs>(ran), first);
    return Holds{};
  });
  return std::holds_alternative<Holds>(read) ? compare_deviations(rows) : read;
}

impls::Support applies(const Problem& problem) {
  if (problem.scale) return impls::Support::no("the problem sets its own scale");
  if (problem.softcap || problem.bias || problem.alibi)
    return impls::Support::no("scores are more than scaled dot products");
  return evaluation_mode(problem);
}

}  // namespace

Property score_variance() {
  return {"score_variance",
          "With query and key of independent signs the logits, read off the recovered weights, deviate as "
          "scores divided by sqrt(d_k) do.",
          "Raw scores of d_k independent unit variances have variance d_k; the scale 1/sqrt(d_k) brings it to "
          "1 (Vaswani et al. 2017, "
          "section 3.2.1).",
          applies, check};
}

}  // namespace assay::properties::laws
