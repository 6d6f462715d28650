// SPDX-License-Identifier: Apache-2.0
#include "reference/model/arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/model/arithmetic_fields.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

Arithmetic sums_in(std::string_view preset, std::string_view format) {
  Arithmetic a;
  a.preset = preset;
  a.work = dtype(format);
  a.qk = {Accumulator::Kind::AnyOrder, a.work, false, 0, 0, 0};
  a.pv = a.qk;
  a.probability = a.work;
  return a;
}

}  // namespace

std::vector<std::string> arithmetic_presets() { return {"bf16", "e4m3", "e5m2", "fp16", "fp32", "fp64"}; }

Arithmetic arithmetic_preset(std::string_view name) {
  if (name == "fp64") return sums_in(name, "fp64");
  if (name == "fp32") return sums_in(name, "fp32");
  if (name != "fp16" && name != "bf16" && name != "e4m3" && name != "e5m2")
    throw UsageError(fmt::format("unknown arithmetic preset '{}'; known: bf16, e4m3, e5m2, fp16, fp32, fp64", name));
  Arithmetic a = sums_in(name, "fp32");
  a.probability = dtype(name);
  return a;
}

std::string to_text(const Arithmetic& arithmetic) {
  const Arithmetic preset = arithmetic_preset(arithmetic.preset);
  std::string text = arithmetic.preset;
  for (const ArithmeticField& field : arithmetic_fields())
    if (field.print(arithmetic) != field.print(preset))
      text += fmt::format(" {}={}", field.about.key, field.print(arithmetic));
  return text;
}

Arithmetic parse_arithmetic(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
  Arithmetic arithmetic = arithmetic_preset(line.substr(begin, end - begin));
  for (const TextField& given : split_fields(line.substr(end))) {
    const ArithmeticField* field = find_arithmetic_field(given.key);
    if (!field) throw UsageError(unknown_key("arithmetic field", given.key, arithmetic_keys()));
    field->set(arithmetic, given.value);
  }
  return arithmetic;
}

}  // namespace assay
