// SPDX-License-Identifier: Apache-2.0
//
// write_sample FOLDER: the sample run in every format, for readers that are not ours.
#include "reports/format.hpp"
#include "reports/golden/sample_run.hpp"

int main(int, char** arguments) {
  using namespace assay::reports;
  const std::string folder = arguments[1];
  for (const Format& format : all_formats()) write_report(format, sample_run(), folder + "/sample." + format.extension);
}
