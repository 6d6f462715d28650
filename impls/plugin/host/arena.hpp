// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "impls/plugin/host/layout.hpp"
#include "impls/plugin/host/process.hpp"
#include "impls/plugin/host/shared_memory.hpp"
#include "impls/plugin/wire.hpp"

namespace assay::impls::sandbox {

/// Memory shared with one worker. Regions are kept and used again for tensors of the same name and size, so that a call
/// costs no mapping, and finds its tensors at the addresses of the last call of that shape.
class Arena {
 public:
  /// A tensor of the current call and where it lies.
  struct Piece {
    std::string name;
    Placement placement;
    const SharedMemory* shared = nullptr;
    std::byte* memory = nullptr;       ///< the judge's view: slices without guards
    std::uint64_t worker_address = 0;  ///< of the first slice
    std::uint64_t region = 0;
    bool writable = false;
    ElementType type;
    Index4 extents{};
    std::uint64_t checksum = 0;  ///< of an input's whole region
    std::uint64_t pattern = 0;   ///< with which an output's region is filled
    std::uint64_t bytes() const { return placement.slices * placement.slice_bytes; }
  };

  explicit Arena(Process& process) : process_(process) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Forget the pieces of the last call. Throws Death.
  void begin_call();
  /// An input, filled. Throws Death, EnvironmentError.
  void add_input(const std::string& name, const Tensor& tensor, const Layout& layout);
  /// An output, every element of its region the pattern. Throws Death, EnvironmentError, and KernelFault "written after
  /// return" where the region changed since it was taken from.
  void add_output(const std::string& name, const Tensor& tensor, std::uint64_t pattern, const Layout& layout);

  const std::vector<Piece>& pieces() const { return pieces_; }
  /// The pieces as a call's tensors.
  std::vector<worker::RegionView> views() const;
  /// The piece whose surroundings an address of the worker lies in, and where.
  std::optional<std::pair<const Piece*, Position>> find(std::uint64_t worker_address) const;

  /// Throws KernelFault "memory taken away" if the judge met a tensor whose memory is gone: to be asked at the end.
  /// What is thrown below is that instead, where it is so.
  void check_memory() const;
  /// Throws KernelFault "input written" if an input is not what it was.
  void check_inputs() const;
  /// Throws KernelFault "written after return" if an output changed after it was taken.
  void check_outputs() const;
  /// Move an output's elements out. Throws KernelFault "out of bounds write" if something around them changed.
  void take_output(const std::string& name, Tensor& tensor);

 private:
  struct Region {
    std::unique_ptr<SharedMemory> memory;
    std::uint64_t id = 0;
    std::uint64_t worker_address = 0;
    std::optional<std::uint64_t> pattern;  ///< an output's region that has it everywhere, as far as the judge knows
    std::size_t element = 0;               ///< bytes that the pattern has
  };
  using Key = std::tuple<std::string, std::uint64_t, std::uint64_t>;
  Region& region(const std::string& name, const Placement& placement, bool writable);
  Piece& add(const std::string& name, const Tensor& tensor, const Placement& placement, const Region& region);
  void release_all();
  [[noreturn]] void fault(const char* kind, const std::string& where) const;

  Process& process_;
  std::map<Key, Region> regions_;
  std::vector<Piece> pieces_;
  std::uint64_t next_id_ = 1;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t total_slices_ = 0;
};

/// "key batch 0 head 1, 0 bytes past the end" for a piece and a position.
std::string describe(const Arena::Piece& piece, const Position& position);

}  // namespace assay::impls::sandbox
