// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"

namespace assay::properties::laws {
namespace {

// About 128 nats: more than the 88.7 at which a single precision exponential overflows without the maximum
// subtracted, little enough that the bound (which grows by u |max|) stays sharp. Rows alternate in sign, so
// underflow shows too.
constexpr double nats = 128;
constexpr double query_part = 16;  // exact in every format

double sign(std::int64_t query) { return query % 2 == 0 ? 1 : -1; }

/// One more channel with +-16 in the query and a power of two in the key: adds +-nats or a little more to every
/// score, exactly.
struct Channel {
  double key_part;
  double shift;
};

Channel channel(const Problem& problem) {
  const double scale = scale_value(problem);
  const double largest = problem.dtype.max_finite();
  const double wanted = std::exp2(std::ceil(std::log2(nats / (std::abs(scale) * query_part))));
  const double key_part = std::clamp(wanted, std::min(1.0, largest), std::exp2(std::floor(std::log2(largest))));
  return {key_part, scale * query_part * key_part};
}

Tensor with_channel(const Tensor& tensor, const std::function<double(const Index4&)>& added) {
  Index4 extents = tensor.extents();
  const std::int64_t last = extents[3]++;
  Tensor wider(tensor.type(), extents);
  for_each_index(extents, [&](const Index4& index) {
    if (index[3] == last)
      wider.set(index, added(index));
    else
      wider.set_bits(index, tensor.bits(index));
  });
  return wider;
}

Call by_channel(const Call& call, double key_part) {
  Call changed = call;
  ++changed.problem.extents.head_dim;
  changed.inputs.query =
      with_channel(call.inputs.query, [](const Index4& index) { return sign(index[2]) * query_part; });
  changed.inputs.key = with_channel(call.inputs.key, [=](const Index4&) { return key_part; });
  return changed;
}

Call by_bias(const Call& call) {
  Call changed = call;
  changed.problem.bias = Broadcast{{false, false, true, false}};
  Tensor bias(ElementType::of(bias_format(call.problem)), broadcast_extents(changed.problem, *changed.problem.bias));
  for_each_index(bias.extents(), [&](const Index4& index) { bias.set(index, sign(index[2]) * nats); });
  changed.inputs.bias = bias;
  return changed;
}

Law shifted_by(const Problem& problem, double shift) {
  const double unit = problem.convention.lse_base == LseBase::Two ? std::numbers::ln2 : 1;
  Law law;
  law.lse_offset = [=](const RowIndex& row) { return sign(row.query) * shift / unit; };
  return law;
}

impls::Support applies(const Problem& problem) {
  if (problem.softcap && (problem.bias || problem.convention.cap_order == CapOrder::AfterBias)) {
    return impls::Support::no("nothing exact can be added behind the soft cap");
  }
  return all_of(problem, {known_dropout, no_sinks});
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  if (call.problem.softcap) return hold_to(shifted_by(call.problem, nats), kernel, call, by_bias(call));
  // The default scale follows head_dim, so both calls spell out the same one.
  Call original = call;
  original.problem.scale = scale_value(call.problem);
  if (*original.problem.scale == 0) return NoEvidence{"with scale 0 no channel can move a score"};
  if (const auto takes = kernel.supports(original.problem); !takes) return NotApplicable{takes.refusal};
  const Channel added = channel(original.problem);
  return hold_to(shifted_by(call.problem, added.shift), kernel, original, by_channel(original, added.key_part));
}

}  // namespace

Property shift_invariance() {
  return {"shift_invariance",
          "A constant added to all scores of a row leaves the output and adds itself to the log-sum-exp.",
          "exp(s + c) / sum exp(s + c) = exp(s) / sum exp(s); it is why the row maximum may, and in floating "
          "point must, be subtracted.",
          applies, check};
}

}  // namespace assay::properties::laws
