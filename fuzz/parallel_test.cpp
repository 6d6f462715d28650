// SPDX-License-Identifier: Apache-2.0
#include "fuzz/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace assay::fuzz {
namespace {

TEST(ForEachInParallel, CallsEachIndexOnceWhateverTheThreads) {
  for (const int threads : {-3, 0, 1, 2, 7, 40}) {
    std::vector<std::atomic<int>> calls(100);
    for_each_in_parallel(calls.size(), threads, [&](std::size_t n) { ++calls[n]; });
    for (const auto& count : calls) EXPECT_EQ(count, 1) << threads;
    for_each_in_parallel(0, threads, [](std::size_t) { FAIL(); });
  }
}

/// Each call waits for the others: on fewer threads this would never end.
TEST(ForEachInParallel, RunsAsManyCallsAtATimeAsItIsAskedForAndNoMore) {
  const std::size_t threads = static_cast<std::size_t>(hardware_threads()) + 3;
  std::mutex mutex;
  std::condition_variable all_are_here;
  std::set<std::thread::id> here;
  std::atomic<int> running{0}, most{0};
  for_each_in_parallel(4 * threads, static_cast<int>(threads), [&](std::size_t) {
    const int now = ++running;
    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) continue;
    std::unique_lock lock(mutex);
    here.insert(std::this_thread::get_id());
    all_are_here.notify_all();
    all_are_here.wait(lock, [&] { return here.size() >= threads; });
    --running;
  });
  EXPECT_EQ(here.size(), threads);
  EXPECT_LE(most, static_cast<int>(threads));
}

TEST(ForEachInParallel, BeginsInRisingOrder) {
  std::vector<std::size_t> begun;
  for_each_in_parallel(50, 1, [&](std::size_t n) { begun.push_back(n); });
  EXPECT_TRUE(std::is_sorted(begun.begin(), begun.end()));
  EXPECT_EQ(begun.size(), 50u);
}

TEST(ForEachInParallel, HandsAWorkersExceptionToTheCallerAndBeginsNothingAfterIt) {
  for (const int threads : {1, 2, 5}) {
    std::atomic<std::size_t> begun{0}, running{0};
    const auto fail = [&] {
      for_each_in_parallel(1'000'000, threads, [&](std::size_t n) {
        ++begun, ++running;
        if (n == 3) {
          --running;
          throw std::runtime_error("turn 3");
        }
        std::this_thread::yield();
        --running;
      });
    };
    try {
      fail();
      FAIL() << threads;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()), "turn 3");
    }
    EXPECT_EQ(running, 0u);
    EXPECT_LT(begun, 1'000'000u);
  }
}

/// The inner loop's thread must not begin another turn of the outer one while it waits.
TEST(ForEachInParallel, NestsWithoutMixingTurns) {
  thread_local bool inside = false;
  std::atomic<int> mixed{0}, calls{0};
  for_each_in_parallel(40, 4, [&](std::size_t) {
    if (inside) ++mixed;
    inside = true;
    for_each_in_parallel(20, 4, [&](std::size_t) { ++calls; });
    inside = false;
  });
  EXPECT_EQ(mixed, 0);
  EXPECT_EQ(calls, 800);
}

}  // namespace
}  // namespace assay::fuzz
