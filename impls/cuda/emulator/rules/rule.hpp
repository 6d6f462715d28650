// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "impls/cuda/simt/simt.hpp"

namespace assay::emulator {

/// One of CUDA's rules that the emulator holds, by a kernel that keeps it and its twin that does not. Both are run with
/// the settings that they are given.
struct Rule {
  const char* name;
  Kind kind;        ///< what the bad one is reported as
  bool plain_sees;  ///< without the checker too
  bool is_race;     ///< of the kind that ThreadSanitizer knows
  Outcome (*good)(const Launch& settings);
  Outcome (*bad)(const Launch& settings);
};

const std::vector<Rule>& all_rules();

/// A vector in global memory as the rules' kernels take it.
template <class T>
simt::GlobalTensor registered(const char* name, const std::vector<T>& data, bool writable) {
  return {name,
          data.data(),
          {static_cast<std::int64_t>(data.size()), 1, 1, 1},
          {1, 0, 0, 0},
          static_cast<std::int64_t>(sizeof(T)),
          writable};
}

}  // namespace assay::emulator
