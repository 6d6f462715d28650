// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/explain_suspect.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "impls/registry.hpp"
#include "properties/diagnosis/suspect.hpp"
#include "reference/model/contract.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::cli {
namespace {

using properties::Suspect;

struct Kind {
  std::string_view meaning, residual;
};

// As properties/diagnosis/observation.cpp asks them.
Kind kind_of(const Suspect& suspect) {
  if (suspect.fit)
    return {"a fit: a model of such errors, with few free numbers, is fitted to the errors of the outputs",
            "how much of the errors the fitted model leaves; at most 1 explains, more leaves too much"};
  if (suspect.replay)
    return {"a rounding replayed: the exact numbers are rounded where it says, and outputs must lie near what results",
            "twice the error around the replayed numbers, over the error around the exact ones (root mean squares);\n"
            "          at most 1 explains: it leaves no more than half of the error"};
  if (suspect.truncates)
    return {"a rounding replayed: outputs are compared with the exact numbers as if they were cut towards zero",
            "the largest error over what is allowed around the suspect's numbers; at most 1 explains"};
  return {suspect.lse_alone
              ? "another reading of the call, for the log-sum-exp alone: the reference computes what it says"
              : "another reading of the call: the reference computes what it says, outputs must lie within its bound",
          "the largest error over what is allowed around the suspect's numbers; at most 1 explains"};
}

/// The faults of the catalogue that must be called by this name.
std::string faults_of(const Suspect& suspect) {
  std::string names;
  for (const impls::Fault& fault : impls::all_faults())
    if (fault.suspect == suspect.name) names += (names.empty() ? "" : ", ") + impls::name_of(fault);
  return names.empty() ? "by no fault of the catalogue" : "by " + names;
}

}  // namespace

void explain_suspect(const std::string& name) {
  const auto suspect = std::ranges::find(properties::all_suspects(), name, &Suspect::name);
  if (suspect == properties::all_suspects().end())
    throw UsageError("no suspect is named '" + readable(name) + "'; `assay list suspects` shows them");
  const Kind kind = kind_of(*suspect);
  std::cout << suspect->name << "\nclaim     " << suspect->claim << "\nsource    " << suspect->source << "\nkind      "
            << kind.meaning << "\nresidual  " << kind.residual << "\n";
  if (suspect->variants > 1)
    std::cout << "variants  " << suspect->variants << " are tried; the residual is the best one's\n";
  std::cout << "declared  " << faults_of(*suspect) << "\n";
}

}  // namespace assay::reports::cli
