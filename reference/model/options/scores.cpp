// SPDX-License-Identifier: Apache-2.0
#include "reference/model/problem_options.hpp"
#include "reference/model/text_fields.hpp"

namespace assay::options {
namespace {

ProblemOption scale() {
  ProblemOption option = optional_real({.key = "scale",
                                        .meaning = "factor of query . key",
                                        .values = {{"X", "a finite number, decimal or as in 0x1.8p-3"}},
                                        .standard = "1/sqrt(dk), the real number",
                                        .example = "scale=0.125"},
                                       &Problem::scale, 160, 50);
  option.features = {{2, "scale", "a scale of one's own", {}}};
  return option;
}

ProblemOption softcap() {
  ProblemOption option = optional_real({.key = "softcap",
                                        .meaning = "soft cap c of the scores: score -> c tanh(score / c)",
                                        .values = {{"C", "a finite number above 0"}},
                                        .standard = "no cap",
                                        .example = "softcap=50"},
                                       &Problem::softcap, 150, 60);
  option.features = {{3, "softcap", "soft cap", {}}};
  return option;
}

ProblemOption alibi() {
  ProblemOption option = flag(
      {.key = "alibi", .meaning = "ALiBi: score -= slope |i + offset - j|, a slope for each query head", .values = {}},
      &Problem::alibi, 140);
  option.anchored = true;
  option.by_position = "ALiBi depends on key positions";
  option.tensors = {"alibi_slopes"};
  option.features = {{11, "alibi", "ALiBi", {}}};
  return option;
}

ProblemOption sinks() {
  ProblemOption option = flag({.key = "sinks",
                               .meaning = "attention sinks: a logit for each query head is one more term of the "
                                          "softmax's denominator, with no value",
                               .values = {}},
                              &Problem::sinks, 130);
  option.tensors = {"sinks"};
  option.features = {{12, "sinks", "sinks", {}}};
  return option;
}

bool drops(const Problem& p) { return p.dropout.training && p.dropout.probability != 0; }

ProblemOption dropout() {
  return {.about = {.key = "dropout",
                    .meaning = "probability with which a weight is dropped in training; kept weights are divided by "
                               "1 - probability. In evaluation nothing is dropped, whatever the probability",
                    .values = {{"P", "a number from 0 to below 1"}},
                    .standard = "0",
                    .example = "dropout=0.1"},
          .set = [](Problem& p, std::string_view v) { p.dropout.probability = parse_real("dropout", v); },
          .print = [](const Problem& p) { return real_text(p.dropout.probability); },
          .shown = [](const Problem& p) { return p.dropout.probability != 0; },
          .removals = {{80, [](const Problem& p) { return p.dropout.probability > 0 ? 1 : 0; },
                        [](Problem& p) { p.dropout = Dropout{}; }}},
          .numbers = {{70, [](const Problem& p) { return p.dropout.probability; },
                       [](Problem& p, double value) { p.dropout.probability = value; }}}};
}

ProblemOption mode() {
  const auto set = [](Problem& p, std::string_view text) {
    if (text != "train" && text != "eval") throw UsageError("mode=" + std::string(text) + ": want train or eval");
    p.dropout.training = text == "train";
  };
  return {.about = {.key = "mode",
                    .meaning = "whether dropout is on",
                    .values = {{"eval", "nothing is dropped"}, {"train", "weights are dropped; needs dropout above 0"}},
                    .standard = "eval",
                    .example = "dropout=0.5 mode=train"},
          .set = set,
          .print = [](const Problem& p) { return std::string(p.dropout.training ? "train" : "eval"); },
          .shown = [](const Problem& p) { return p.dropout.training; },
          .tensors = {"dropout_keep"},
          .features = {{13, "dropout", "dropout with given weights",
                        [](const Problem& p) { return drops(p) && p.dropout.mask_given; }}},
          .removals = {differs(
              90, [](Problem & p) -> auto& { return p.dropout.training; }, false)}};
}

ProblemOption keep() {
  const auto set = [](Problem& p, std::string_view text) {
    if (text != "given" && text != "drawn") throw UsageError("keep=" + std::string(text) + ": want given or drawn");
    p.dropout.mask_given = text == "given";
  };
  return {.about = {.key = "keep",
                    .meaning = "who decides which weights are kept in training",
                    .values = {{"given", "the tensor dropout_keep says"},
                               {"drawn", "the kernel draws them from the call's seed; only in mode=train"}},
                    .standard = "given",
                    .example = "dropout=0.5 mode=train keep=drawn"},
          .set = set,
          .print = [](const Problem& p) { return std::string(p.dropout.mask_given ? "given" : "drawn"); },
          .shown = [](const Problem& p) { return !p.dropout.mask_given; },
          .features = {{14, "dropout_drawn", "dropout with drawn weights",
                        [](const Problem& p) { return drops(p) && !p.dropout.mask_given; }}},
          .removals = {differs(
              100, [](Problem & p) -> auto& { return p.dropout.mask_given; }, true)}};
}

}  // namespace

std::vector<ProblemOption> scores() { return {scale(), softcap(), alibi(), sinks(), dropout(), mode(), keep()}; }

}  // namespace assay::options
