// SPDX-License-Identifier: Apache-2.0
#include "impls/fault.hpp"

#include "reference/model/case/case.hpp"

namespace assay::impls {

std::string name_of(const Fault& fault) {
  return fault.kernel ? fault.kernel->name() : "fault/cuda/" + fault.library + "/" + fault.planted;
}

std::string stem(const Fault& fault) { return fault.kernel->name().substr(std::string_view("fault/").size()); }

const std::vector<FaultClass>& fault_classes() {
  static const std::vector<FaultClass> classes{
      {"ALIBI", "slopes, distance, or where distance is measured from"},
      {"AXIS", "softmax over the wrong axis"},
      {"CAUSAL-ALIGN", "top-left against bottom-right, the length of the past"},
      {"CAUSAL-OFF", "the diagonal is off by a row, a group, a tile or a counter"},
      {"DROPOUT", "mask, scale or random state of dropout"},
      {"EMPTY", "dimensions of size 0 or 1"},
      {"GRAD", "the backward pass"},
      {"HANG", "a call that never returns"},
      {"HARNESS", "the check itself is wrong or blind"},
      {"HEADDIM", "a head size that is hard-coded, padded, or taken from another tensor"},
      {"HEADMAP", "which key head a query head reads"},
      {"IDX-OVF", "offsets in integers that are too narrow"},
      {"LAYOUT", "permuted fragments inside the kernel"},
      {"LSE", "base, scale or order of the log-sum-exp"},
      {"MASK-BCAST", "a mask that is broadcast along the wrong axis or read at the wrong offset"},
      {"MASK-DROP", "a mask or causality that one path does not apply"},
      {"MASK-FINITE", "finite numbers in the place of minus infinity, masks that are scaled"},
      {"MASK-POL", "polarity of a boolean mask, boolean against additive"},
      {"MASK-ROW", "rows or blocks without a visible key"},
      {"NAN-LEAK", "contents of hidden or unused keys reach the output"},
      {"NONDET", "results that change from run to run or with the batch"},
      {"ONLINE", "running maximum and rescaling"},
      {"OOB", "reads or writes outside a buffer"},
      {"OVERFLOW", "range: scores, sums or factors that leave it"},
      {"PAGED", "page size, block table, placement"},
      {"PARAM-DROP", "an argument that is accepted and ignored"},
      {"QUANT", "scales and saturation of 8-bit numbers"},
      {"RACE", "missing synchronisation, aliased buffers"},
      {"ROUND", "precision and bias inside a plain tolerance"},
      {"SCALE", "the softmax scale"},
      {"SINK", "the sink's share of the denominator"},
      {"SOFTCAP", "formula and place of the soft cap"},
      {"SPLIT", "merging of independent key ranges"},
      {"STRIDE", "views, gaps, broadcast strides, order of axes"},
      {"TAIL", "lengths that are no multiple of the tile"},
      {"UNINIT", "outputs or scratch memory that nothing was written to"},
      {"VARLEN", "lengths and segments that differ within a batch"},
      {"WINDOW", "extent, count and anchor of a sliding window"},
  };
  return classes;
}

Case trigger_case(const std::string& fields) {
  const auto unless_given = [&](const std::string& key, const std::string& text) {
    return (" " + fields).find(" " + key + "=") == std::string::npos ? text + " " : "";
  };
  return parse_case(unless_given("b", "b=1") + unless_given("hq", "hq=1") + unless_given("dtype", "dtype=fp32") +
                    unless_given("seed", "seed=3") + "recipe=r1 " + fields);
}

}  // namespace assay::impls
