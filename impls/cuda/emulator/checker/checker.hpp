// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "impls/cuda/emulator/checker/areas.hpp"
#include "impls/cuda/emulator/checker/clocks.hpp"
#include "impls/cuda/emulator/checker/image.hpp"
#include "impls/cuda/emulator/machine.hpp"
#include "impls/cuda/emulator/observer.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// Looks at every load and store of kernel code before it happens: is it inside something, does it have a value, is it
/// ordered with what other threads did to the same element.
class Checker final : public Observer {
 public:
  void begin_launch(unsigned threads) override;
  void end_launch() override {}
  void begin_block(std::span<std::byte> pool) override;
  void piece(const Taken& taken, const void* memory) override;
  void block_barrier() override;
  void order(std::span<const unsigned> before, std::span<const unsigned> after) override;
  void fence() override;
  bool read(const void* address, std::size_t bytes, Site site) override;
  bool write(const void* address, std::size_t bytes, Site site) override;
  bool atomic(const void* address, std::size_t bytes, Site site) override;
  void copy_issued(const void* shared, std::size_t bytes, Site site) override;
  void copy_landed(const void* shared, std::size_t bytes, Site site) override;

  /// By the compiler's callbacks: the current thread, in kernel code, is about to do that. Ends the launch if it must
  /// not be done.
  void access(const std::byte* address, std::size_t bytes, bool writes, Place place) {
    Machine& m = machine();
    if (!m.in_kernel || m.current->stack.holds(address) || (!writes && is_built_in(address))) return;
    m.in_kernel = false;
    if (writes) m.turns = 0;
    if (!check({address, bytes, writes, false, place})) stop();
    m.in_kernel = true;
  }
  /// The address is no multiple of what its type needs, or an index lies outside its array. Ends the launch.
  void misaligned(const void* address, const char* type, std::size_t alignment, Site site);
  void outside_array(const char* type, std::int64_t index, Site site);

 private:
  struct Access {
    const std::byte* address;
    std::size_t bytes;
    bool writes;
    bool atomic;
    Place place;
  };
  /// What threads of all blocks gave to whoever reads a cell by an atomic.
  struct Released {
    std::uint32_t block = 0;
    std::vector<std::uint32_t> known;
    std::set<std::uint32_t> blocks;
  };

  bool check(const Access& access);
  bool check_shared(Piece& piece, const Covered& covered, const Access& access);
  bool check_outside_pieces(const Access& access);
  bool check_global(const Access& access);
  bool check_tensor(Tensor& tensor, const Covered& covered, const Access& access);
  bool check_unregistered(const Access& access);
  Piece* piece_at(const std::byte* address);
  std::string describe(const Piece& piece, const Access& access) const;
  Deed deed(const Access& access) const;
  bool known(const Deed& before) const;
  void race(Kind kind, const Conflict& conflict, const Access& access, const std::string& what);
  std::string begin_of(const Access& access) const;
  void synchronise(const std::byte* address);

  Clocks clocks_;
  std::uint32_t interval_ = 0;  ///< between block barriers, counted over the launch
  std::uint32_t block_ = 0;
  unsigned threads_ = 0;
  std::span<std::byte> pool_;
  std::vector<Piece> pieces_;
  std::size_t last_piece_ = 0;
  std::vector<Tensor> tensors_;
  std::size_t last_tensor_ = 0;
  std::set<std::uint32_t> known_blocks_;
  std::map<const std::byte*, Released> released_;
  std::map<unsigned, std::vector<std::uint32_t>> published_;  ///< by each thread's last fence
  std::map<unsigned, Released> taken_;                        ///< by each thread's atomics since its last fence
};

extern Checker the_checker;
inline Checker& only_checker() { return the_checker; }

}  // namespace assay::emulator
#pragma GCC visibility pop
