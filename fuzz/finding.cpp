// SPDX-License-Identifier: Apache-2.0
#include "fuzz/finding.hpp"

namespace assay::fuzz {

std::string to_text(Origin origin) {
  switch (origin) {
    case Origin::Corpus: return "corpus";
    case Origin::Random: return "random";
    case Origin::Mutated: return "mutated";
  }
  return "unknown";
}

std::string replay_command(const Finding& finding) {
  return "assay replay '" + finding.shrunk_line + "' " + finding.kernel;
}

}  // namespace assay::fuzz
