// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/requirement.hpp"

#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

bool coarser(const FloatFormat& a, const FloatFormat& b) {
  return a.precision() < b.precision() || a.exponent_bits < b.exponent_bits;
}

// A format that rounds once where the other does not round, or rounds finer.
bool coarser(const std::optional<FloatFormat>& a, const std::optional<FloatFormat>& b) {
  return a && (!b || coarser(*a, *b));
}

// Truncating instructions lose most, an unknown order more than a stated one.
int looseness(Accumulator::Kind kind) {
  switch (kind) {
    case Accumulator::Kind::TensorCore: return 2;
    case Accumulator::Kind::AnyOrder: return 1;
    default: return 0;
  }
}

// Left open, it stands for four units in the last place of the work format.
double tanh_error(const Arithmetic& a) { return a.tanh_error > 0 ? a.tanh_error : 8 * a.work.unit_roundoff(); }

bool weaker(const Accumulator& a, const Accumulator& b) {
  const bool rounds_products = !a.fused && b.fused;
  const bool truncates_more = a.kind == Accumulator::Kind::TensorCore && b.kind == a.kind &&
                              (a.fraction_bits < b.fraction_bits || a.stored_bits < b.stored_bits);
  return looseness(a.kind) > looseness(b.kind) || coarser(a.format, b.format) || rounds_products || truncates_more;
}

}  // namespace

std::string repeat_with(const std::string& command, const std::optional<Arithmetic>& required) {
  return required ? command + " --require " + shell_quote(to_text(*required)) : command;
}

std::vector<std::string> weaker_fields(const Arithmetic& a, const Arithmetic& b) {
  std::vector<std::string> fields;
  const auto add = [&](const char* name, bool is_weaker) {
    if (is_weaker) fields.emplace_back(name);
  };
  add("work", coarser(a.work, b.work));
  add("qk", weaker(a.qk, b.qk));
  add("pv", weaker(a.pv, b.pv));
  add("score", coarser(a.score_storage, b.score_storage));
  add("p", coarser(a.probability, b.probability));
  add("exp_ulp", a.exp_ulp > b.exp_ulp);
  add("tanh_error", tanh_error(a) > tanh_error(b));
  add("theta", a.theta > b.theta);
  add("rescale_threshold", a.rescale_threshold > b.rescale_threshold);
  add("splits", a.splits > b.splits);
  add("row_sum", a.row_sum.kind == RowSum::Kind::TensorCore && b.row_sum.kind != a.row_sum.kind);
  add("flush_to_zero", a.flush_to_zero && !b.flush_to_zero);
  add("division", a.division > b.division);
  add("log", a.log > b.log);
  add("fold", coarser(a.fold, b.fold));
  add("bias_rounding", coarser(a.bias_rounding, b.bias_rounding));
  return fields;
}

}  // namespace assay::reports
