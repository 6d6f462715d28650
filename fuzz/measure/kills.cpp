// SPDX-License-Identifier: Apache-2.0
// assay-measure kills: who kills which fault in the suites quick and standard, as the lines of
// properties/sensitivity/kill_matrix.txt. The same whatever the threads.
#include <fmt/format.h>

#include "fuzz/measure/kill_table.hpp"
#include "fuzz/measure/verbs.hpp"
#include "fuzz/parallel.hpp"
#include "impls/registry.hpp"

namespace assay::measure {

int kills(const KillsOptions& options) {
  const KillTable table = measure_kills(
      impls::select_faults(options.faults), {properties::find_suite("quick"), properties::find_suite("standard")},
      options.threads > 0 ? options.threads : fuzz::hardware_threads(), [](std::size_t done, std::size_t all) {
        if (done % 20 == 0) fmt::print(stderr, "{} of {} parts\n", done, all);
      });
  fmt::print("{}", to_text(table));
  for (const auto& [key, kills] : table)
    if (kills.twins > 0) fmt::print(stderr, "{} {} {}: {} honest twins killed\n", key[0], key[1], key[2], kills.twins);
  return 0;
}

}  // namespace assay::measure
