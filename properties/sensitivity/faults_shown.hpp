// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "properties/call.hpp"
#include "properties/judge/oracle.hpp"

namespace assay::properties {

/// Which faults of the catalogue show on one case, in any arithmetic: each is tried once for all kernels of a run that
/// are judged by the same one. Not for concurrent use.
class FaultsShown {
 public:
  /// What is known so far in one arithmetic.
  struct Known {
    Arithmetic arithmetic;
    std::vector<std::optional<bool>> shown;
    std::map<std::string, bool> twin_lives;
  };
  /// Holds both.
  FaultsShown(const Call& call, CaseReference& reference);
  Known& in(const Arithmetic& arithmetic);
  /// The outputs of fault n are violated in that arithmetic, and its honest twin's are not.
  bool shows(std::size_t n, Known& known);
  CaseReference& reference() { return reference_; }

 private:
  /// What a twin, or a fault whose outputs are not its twin's to the last bit, did; none: it refuses, or is no other.
  const std::optional<Ran>& twin(const std::string& name);
  const std::optional<Ran>& differing(std::size_t n);
  bool twin_lives(const std::string& name, Known& known);

  CaseReference& reference_;
  const Call& call_;
  std::map<std::string, std::optional<Ran>> twins_;
  std::vector<std::optional<std::optional<Ran>>> tried_;
  std::map<std::string, Known> known_;  ///< by the arithmetic's text
};

/// Which faults of the catalogue the cases of a run could have shown: on some case the fault's outputs are violated in
/// the arithmetic that the run judges by, and its honest twin's are not. add() may be called from several threads; what
/// comes out does not depend on their order.
class RunPower {
 public:
  RunPower();
  /// Try the faults not shown yet on one more case. Cases of more than `work_most` multiplications are left out.
  void add(FaultsShown& faults, const Arithmetic& arithmetic);
  /// Names of the faults that no case has shown, without "fault/", sorted.
  std::vector<std::string> not_shown() const;
  std::size_t faults() const { return shown_.size(); }
  /// Cases on which they were tried, and those left out.
  std::int64_t tried() const { return tried_; }
  std::int64_t too_large() const { return too_large_; }

  static constexpr std::int64_t work_most = 2'000'000;

 private:
  std::vector<std::atomic<bool>> shown_;  ///< in the order of the catalogue
  std::atomic<std::int64_t> tried_ = 0, too_large_ = 0;
};

}  // namespace assay::properties
