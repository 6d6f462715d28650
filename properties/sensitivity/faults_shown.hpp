// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/sensitivity/faults_on_case.hpp"

namespace assay::properties {

/// Which faults of the catalogue the cases of a run could have shown: on some case the fault's outputs are violated in
/// the arithmetic that the run judges by, and its honest twin's are not. add() may be called from several threads; what
/// comes out does not depend on their order.
class RunPower {
 public:
  RunPower();
  /// Try the faults not shown yet on one more case. Cases of more than `work_most` multiplications are left out.
  void add(FaultsOnCase& faults, const Arithmetic& arithmetic);
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
