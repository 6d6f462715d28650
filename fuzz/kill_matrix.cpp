// SPDX-License-Identifier: Apache-2.0
// assay_kill_matrix [--threads N] [FAULT...]: who kills which fault in the suites quick and standard, as the lines of
// properties/kill_matrix.txt. The same whatever the threads.
#include <fmt/format.h>

#include <thread>

#include "fuzz/kills.hpp"
#include "impls/registry.hpp"
#include "reference/model/text_fields.hpp"

namespace {

using namespace assay;

int measure(std::vector<std::string> arguments) {
  auto threads = static_cast<std::uint64_t>(std::thread::hardware_concurrency());
  if (arguments.size() >= 2 && arguments[0] == "--threads") {
    threads = parse_unsigned("--threads", arguments[1]);
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  const fuzz::KillTable table = fuzz::measure_kills(
      impls::select_faults(arguments), {properties::find_suite("quick"), properties::find_suite("standard")},
      static_cast<unsigned>(threads), [](std::size_t done, std::size_t all) {
        if (done % 20 == 0) fmt::print(stderr, "{} of {} parts\n", done, all);
      });
  fmt::print("{}", to_text(table));
  for (const auto& [key, kills] : table)
    if (kills.twins > 0) fmt::print(stderr, "{} {} {}: {} honest twins killed\n", key[0], key[1], key[2], kills.twins);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return measure({argv + 1, argv + argc});
  } catch (const UsageError& error) {
    fmt::print(stderr, "assay_kill_matrix: {}\n", error.what());
    return 2;
  }
}
