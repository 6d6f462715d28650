// SPDX-License-Identifier: Apache-2.0
#include "reference/model/problem_options.hpp"
#include "reference/model/text_fields.hpp"

namespace assay::options {
namespace {

bool always(const Problem&) { return true; }

ProblemOption extent(const char* key, std::int64_t Extents::*member, const char* meaning, const char* least,
                     const char* example) {
  return {.about = {.key = key,
                    .meaning = meaning,
                    .values = {{"N", std::string("a whole number from ") + least + " to 2^24"}},
                    .example = std::string(key) + "=" + example},
          .set = [=](Problem& p, std::string_view v) { p.extents.*member = parse_integer(key, v); },
          .print = [=](const Problem& p) { return std::to_string(p.extents.*member); },
          .shown = always};
}

/// An extent that follows another one where the line leaves it out.
ProblemOption following(ProblemOption option, std::int64_t Extents::*member, std::int64_t Extents::*other,
                        const char* of, Feature feature) {
  option.about.standard = of;
  option.absent = [=](Problem& p) { p.extents.*member = p.extents.*other; };
  feature.asked = [=](const Problem& p) { return p.extents.*member != p.extents.*other; };
  option.features = {std::move(feature)};
  return option;
}

std::vector<KeyValue> format_values() {
  std::vector<KeyValue> values;
  for (const FloatFormat& f : all_dtypes())
    values.push_back({std::string(f.name), std::to_string(f.exponent_bits) + " exponent bits, " +
                                               std::to_string(f.mantissa_bits) + " mantissa bits"});
  return values;
}

/// Its place in the table of formats counts as well: shrinking may go from one other format to a plainer one.
int other_dtype(const Problem& p) {
  if (p.dtype == dtype("fp32")) return 0;
  const auto& formats = all_dtypes();
  int place = 1;
  while (formats[static_cast<std::size_t>(place - 1)] != p.dtype) ++place;
  return place;
}

ProblemOption storage() {
  return {.about = {.key = "dtype",
                    .meaning = "storage format of query, key and value",
                    .values = format_values(),
                    .example = "dtype=bf16"},
          .set = [](Problem& p, std::string_view v) { p.dtype = dtype(v); },
          .print = [](const Problem& p) { return std::string(p.dtype.name); },
          .shown = always,
          .removals = {{10, other_dtype, [](Problem& p) {
                          if (p.out == p.dtype) p.out = dtype("fp32");
                          p.dtype = dtype("fp32");
                        }}}};
}

ProblemOption output() {
  const auto differs = [](const Problem& p) { return p.out != p.dtype; };
  return {.about = {.key = "out",
                    .meaning = "storage format of the output",
                    .values = format_values(),
                    .standard = "dtype's",
                    .example = "dtype=bf16 out=fp32"},
          .set = [](Problem& p, std::string_view v) { p.out = dtype(v); },
          .print = [](const Problem& p) { return std::string(p.out.name); },
          .shown = differs,
          .absent = [](Problem& p) { p.out = p.dtype; },
          .features = {{16, "out_dtype", "an output format of its own", {}}},
          .removals = {{20, differs, [](Problem& p) { p.out = p.dtype; }}}};
}

ProblemOption log_sum_exp() {
  ProblemOption option = flag(
      {.key = "lse", .meaning = "the log-sum-exp of each row is asked for as well", .values = {}}, &Problem::lse, 210);
  option.features = {{15, "lse", "log-sum-exp", {}}};
  return option;
}

}  // namespace

std::vector<ProblemOption> shape() {
  using E = Extents;
  return {
      extent("b", &E::batch, "batch size", "0", "2"),
      extent("hq", &E::query_heads, "query heads", "1", "8"),
      following(extent("hkv", &E::key_heads,
                       "key/value heads, a divisor of hq: fewer than hq is grouped-query attention (GQA), one is "
                       "multi-query attention (MQA)",
                       "1", "2"),
                &E::key_heads, &E::query_heads, "hq's", {0, "grouped_heads", "grouped heads", {}}),
      extent("tq", &E::query_length, "query length", "0", "17"),
      extent("tk", &E::key_length, "key length, the KV cache included", "0", "33"),
      extent("dk", &E::head_dim, "head dimension of query and key", "1", "64"),
      following(extent("dv", &E::value_dim, "head dimension of value and output", "1", "48"), &E::value_dim,
                &E::head_dim, "dk's", {1, "value_dim", "value_dim other than head_dim", {}}),
      storage(),
      output(),
      log_sum_exp(),
  };
}

}  // namespace assay::options
