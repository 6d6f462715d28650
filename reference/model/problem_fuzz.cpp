// SPDX-License-Identifier: Apache-2.0
//
// Any line is either refused with UsageError or parsed; what was parsed prints to a line that parses to the same
// value, and that line is a fixed point. The three parsers of one-line values: problem, case, arithmetic.
#include <cstddef>
#include <cstdint>

#include "reference/model/arithmetic.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"

namespace {

template <class Parse>
void round_trip(std::string_view line, const Parse& parse) {
  decltype(parse(line)) value;
  try {
    value = parse(line);
  } catch (const assay::UsageError&) {
    return;
  }
  const std::string text = to_text(value);
  const auto again = parse(text);
  const auto copy = value;
  const bool comparable = copy == value;  // a case whose data holds NaN equals nothing, not even itself
  ASSAY_ASSERT(again == value || !comparable);
  ASSAY_ASSERT(to_text(again) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  round_trip(line, assay::parse_problem);
  round_trip(line, assay::parse_case);
  round_trip(line, assay::parse_arithmetic);
  return 0;
}
