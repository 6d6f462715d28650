// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "impls/cuda/emulator/site.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// What a thread takes of dynamic shared memory as its `index`-th piece.
struct Taken {
  unsigned index;
  std::size_t bytes;
  std::size_t element_bytes;
  const char* name;  ///< may be null
  Site site;
};
void* take_shared(const Taken& taken);

}  // namespace assay::emulator

namespace assay::simt {

/// Hands out dynamic shared memory piece by piece, every piece aligned to 16 bytes. All threads of a block take the
/// same pieces in the same order. In the emulator red zones lie between them; launches are sized as on the device: each
/// piece rounded up to 16 bytes.
class SharedCarve {
 public:
  template <class T>
  T* take(int count, const char* name = nullptr, emulator::Site site = emulator::Site::here()) {
    return static_cast<T*>(
        emulator::take_shared({next_++, static_cast<std::size_t>(count) * sizeof(T), sizeof(T), name, site}));
  }

 private:
  unsigned next_ = 0;
};

inline SharedCarve dynamic_shared() { return {}; }

}  // namespace assay::simt
#pragma GCC visibility pop
