// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "impls/cuda/emulator/fiber_annotations.hpp"
#include "impls/cuda/emulator/global_tensor.hpp"
#include "impls/cuda/emulator/launch.hpp"
#include "impls/cuda/emulator/observer.hpp"
#include "impls/cuda/emulator/warp.hpp"

#pragma GCC visibility push(hidden)
namespace assay::emulator {

/// A copy under way: its bytes have not arrived.
struct Copy {
  std::byte* shared;
  const std::byte* global;
  unsigned bytes;
  Site site;
};

/// One CUDA thread.
struct Thread {
  enum class State : std::uint8_t { Ready, AtBlockBarrier, AtNamedBarrier, InWarp, Exited };
  Fiber fiber;
  Stack stack;
  uint3 index{};
  unsigned number = 0;
  unsigned lane = 0;
  unsigned warp = 0;
  State state = State::Ready;
  const char* operation = "";  ///< that it waits in
  Site site;
  unsigned polls = 0;
  std::vector<Copy> copies;         ///< in order of issue
  std::vector<std::size_t> groups;  ///< copies of each group that was closed and not waited for
};

/// Lanes of one mask that wait for the rest of it, kept under the lane that came first.
struct Group {
  WarpCall call{};
  unsigned arrived = 0;
  Finish finish = nullptr;
  unsigned round = 0;  ///< operations that were completed in this place
};

struct Warp {
  unsigned alive = 0;
  unsigned waiting = 0;
  std::array<Group, 32> groups;
  std::array<std::uint8_t, 32> group_of_lane{};  ///< of those that wait
  std::array<void*, 32> payloads{};
};

struct NamedBarrier {
  unsigned round = 0;    ///< times that it was completed
  unsigned threads = 0;  ///< as the first to arrive said
  Site site;
  std::vector<unsigned> arrived;
  std::vector<unsigned> waiting;
};

/// Everything about the launch that runs in this library.
struct Machine {
  Launch launch;
  Outcome outcome;
  std::vector<std::pair<Kind, Site>> reported;
  Fiber host;
  std::unique_ptr<Stacks> stacks;
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::array<NamedBarrier, 16> named{};
  Thread* current = nullptr;
  /// Kernel code runs, so that the checker must look; false while the emulator works for a thread.
  bool in_kernel = false;
  bool stopped = false;

  std::vector<unsigned> ready;  ///< a ring of as many places as threads
  std::size_t ready_begin = 0;
  std::size_t ready_count = 0;
  std::uint64_t random = 1;
  std::uint64_t idle = 0;   ///< polls since a thread last got on
  std::uint64_t turns = 0;  ///< barriers and the like since a thread last wrote or ended, as far as the checker sees

  unsigned alive = 0;
  unsigned at_barrier = 0;
  unsigned barrier_round = 0;
  Site barrier_site;

  std::vector<std::byte> pool;  ///< dynamic shared memory with red zones
  std::size_t pool_used = 0;
  std::size_t carved = 0;  ///< bytes on the device
  struct Piece {
    Taken taken;
    std::size_t offset;
  };
  std::vector<Piece> pieces;
  std::vector<simt::GlobalTensor> tensors;  ///< registered for the launches to come
};

extern Machine only_machine;
/// The one of this library: CUDA's words have no place for a handle.
inline Machine& machine() { return only_machine; }

/// Between a thread's call into the emulator and its return.
class InEmulator {
 public:
  InEmulator() {
    machine().in_kernel = false;
    tsan_ignore(true);
  }
  ~InEmulator() {
    tsan_ignore(false);
    machine().in_kernel = true;
  }
  InEmulator(const InEmulator&) = delete;
  InEmulator& operator=(const InEmulator&) = delete;
};

/// What stands for one round of a barrier with ThreadSanitizer: who comes late from one round must not learn of the
/// next.
template <class Barrier>
void* round_of(Barrier& barrier, unsigned round) {
  return reinterpret_cast<char*>(&barrier) + round % 2;
}

// Scheduling (scheduler.cpp).

void run_block(uint3 index);
void make_ready(Thread& thread);
/// Those lanes of a warp, in the launch's order.
void make_ready(unsigned warp, unsigned lanes);
/// The current thread, marked as waiting by wait_in(), lets others run until it is ready again; it may be already.
void wait();
void wait_in(Thread::State state, const char* operation, Site site);
/// The current thread stays ready and lets others run.
void give_way();
/// The current thread has looked at something that others may change, `idly` if it changed nothing itself. Waiting for
/// others that way lets them run, and ends where nobody gets on.
void note_polling(bool idly, Site site);
/// All who wait there go on. Where nobody writes in between, many of these are a loop that never ends; one that carries
/// values from lane to lane may mean something without a write, and counts for less.
void note_turn(bool carries_values, Site site);
/// Ends the launch at once; what the threads would have done cannot be said any more.
[[noreturn]] void stop();

// Completion of what threads wait for (barriers.cpp, warp.cpp), also when one of them exits.

void release_block_barrier();
void complete_groups_without(Thread& exited);

// Findings (report.cpp).

/// "thread 1 (warp 0 lane 1) of block (0,0,0)".
std::string who(const Thread& thread);
/// Keeps it unless one of that kind at that place is kept already.
void report(Kind kind, Site site, const std::string& text);
bool is_reported(Kind kind, Site site);

// Shared memory (shared_memory.cpp).

void begin_shared_memory();
/// Without the checker: whether anybody wrote beside a piece.
void end_shared_memory();
bool is_shared(const void* address, std::size_t bytes);

}  // namespace assay::emulator
#pragma GCC visibility pop
