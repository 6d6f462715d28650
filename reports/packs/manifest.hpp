// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "reference/model/problem.hpp"
#include "reports/record/origin.hpp"

namespace assay::reports {

/// One case of a pack: what is asked, and where its tensors lie.
struct PackCase {
  std::string name;  ///< the stem of its files: letters, digits, '_' and '-'
  Origin origin{};
  Problem problem;
  std::string arithmetic{};  ///< outputs that declare none are judged against it
  std::string checksum{};    ///< of the input file
  bool operator==(const PackCase&) const = default;
};

/// What is to be computed elsewhere. Tensors lie beside it in files; neither answers nor recipes do.
struct Pack {
  static constexpr int version = 1;
  std::string require{};  ///< arithmetic that comes before any declaration; empty: none
  std::vector<PackCase> cases{};
  bool operator==(const Pack&) const = default;
};

/// The paths of a case's tensors in the folder of the pack and of its outputs in theirs.
std::string input_file(const PackCase& the_case);
std::string output_file(const PackCase& the_case);

/// The pack as JSON, one case a line, each option of its problem spelled out for programs that do not know Assay.
void write_manifest(const Pack& pack, std::ostream& out);
/// Read it back. Throws UsageError naming `name`, the case and the field for anything else than what write_manifest()
/// writes: another version, names that are no file names or come twice, fields that contradict the problem line.
Pack read_manifest(std::istream& in, const std::string& name);

/// What a runner says of a whole run: run.json beside its outputs. All fields are optional.
struct RunnerNote {
  std::string kernel;
  std::string description;                      ///< versions, device
  std::string build;                            ///< as a plug-in's (impls/plugin_abi.h): cuda device="..." driver=...
  std::map<std::string, std::string> skipped;   ///< cases that it does not compute, and why
  std::map<std::string, std::string> failed;    ///< cases on which it threw, and what
  std::map<std::string, std::string> left_out;  ///< outputs that it never returns ("lse"), and why
};
/// Throws UsageError naming `name` and what would be right.
RunnerNote read_runner_note(std::istream& in, const std::string& name);

}  // namespace assay::reports
