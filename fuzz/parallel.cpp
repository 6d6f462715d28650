// SPDX-License-Identifier: Apache-2.0
#include "fuzz/parallel.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace assay::fuzz {

int hardware_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

void for_each_in_parallel(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
  threads = std::max(1, threads);
  // oneTBB has a thread for each of the hardware's; a kernel in another process is waited for, so more may be wanted.
  const tbb::global_control enough(tbb::global_control::max_allowed_parallelism,
                                   static_cast<std::size_t>(std::max(threads, hardware_threads())));
  // A range handed to oneTBB is cut into pieces that begin far apart. The counter keeps the order, which says what was
  // done where a time limit ends the loop early.
  std::atomic<std::size_t> next{0};
  const auto take_turns = [&](int) {
    for (std::size_t mine; !tbb::is_current_task_group_canceling() && (mine = next++) < count;)
      // A kernel that waits for its own loop must not take up another turn meanwhile.
      tbb::this_task_arena::isolate([&] { work(mine); });
  };
  tbb::task_arena(threads).execute([&] { tbb::parallel_for(0, threads, take_turns, tbb::simple_partitioner()); });
}

}  // namespace assay::fuzz
