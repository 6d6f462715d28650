// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "impls/plugin/host/descriptor.hpp"

namespace assay::impls::sandbox {

/// Memory that this process maps readable and writable, and shares with another one by its descriptor. The file is
/// sealed before anybody else has it: neither process can shorten or lengthen it, and no seal can be added or removed.
///
/// Should the memory be gone all the same, an access to it ends in zeros and lost(), not in the end of this process:
/// the first object installs a handler of SIGBUS, which touches only memory of this class. Any other SIGBUS goes to
/// whoever handled it before, by default to its end.
class SharedMemory {
 public:
  enum class Writers {
    Everybody,  ///< whoever has the descriptor can map it for writing
    Ourselves,  ///< others can only read: no further mapping may write
  };

  /// Zeros. Throws EnvironmentError that begins with `purpose`.
  SharedMemory(const char* purpose, std::uint64_t bytes, Writers writers);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  std::byte* data() const { return data_; }
  std::uint64_t bytes() const { return bytes_; }
  /// Above those that a worker is started with, and closed on exec.
  int descriptor() const { return descriptor_.number(); }
  void close_descriptor() { descriptor_ = Descriptor(); }
  /// Whether an access met nothing there. From then on the memory is this process's alone.
  bool lost() const;

 private:
  struct Watched;
  friend class Watch;

  std::byte* data_ = nullptr;
  std::uint64_t bytes_ = 0;
  Descriptor descriptor_;
  Watched* watched_ = nullptr;
};

}  // namespace assay::impls::sandbox
