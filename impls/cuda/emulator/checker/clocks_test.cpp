// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/clocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace assay::emulator {
namespace {

/// The same by sets: which deeds of whom each thread knows.
class Model {
 public:
  explicit Model(unsigned threads) : known_(threads, std::vector<std::uint32_t>(threads, 0)), now_(threads, 1) {}
  void order(const std::vector<unsigned>& before, const std::vector<unsigned>& after) {
    std::vector<std::uint32_t> joined(now_.size(), 0);
    for (const unsigned b : before) {
      for (std::size_t n = 0; n < now_.size(); ++n) joined[n] = std::max(joined[n], known_[b][n]);
      joined[b] = std::max(joined[b], now_[b]);
    }
    for (const unsigned a : after)
      for (std::size_t n = 0; n < now_.size(); ++n) known_[a][n] = std::max(known_[a][n], joined[n]);
    for (const unsigned b : before) ++now_[b];
  }
  bool known(unsigned thread, unsigned other, std::uint32_t time) const {
    return thread == other || time <= known_[thread][other];
  }
  std::uint32_t now(unsigned thread) const { return now_[thread]; }

 private:
  std::vector<std::vector<std::uint32_t>> known_;
  std::vector<std::uint32_t> now_;
};

TEST(Clocks, KnowWhatFullVectorsWouldKnow) {
  constexpr unsigned threads = 96;
  Clocks clocks;
  clocks.begin(threads);
  Model model(threads);
  std::vector<unsigned> everybody(threads);
  std::iota(everybody.begin(), everybody.end(), 0u);
  std::uint64_t state = 1;
  const auto draw = [&](unsigned below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<unsigned>(state >> 33) % below;
  };
  int unknown = 0;
  for (int step = 0; step < 400; ++step) {
    const unsigned what = draw(8);
    if (what == 0) {
      clocks.meet();
      model.order(everybody, everybody);
    } else {
      // Lanes of a warp, or warps that hand over to others.
      std::vector<unsigned> before, after;
      const unsigned first = draw(3), second = what < 6 ? first : draw(3);
      for (unsigned lane = 0; lane < 32; ++lane) {
        if (draw(2) == 0) before.push_back(first * 32 + lane);
        if (draw(2) == 0) after.push_back(second * 32 + lane);
      }
      clocks.order(before, what < 6 ? before : after);
      model.order(before, what < 6 ? before : after);
    }
    for (unsigned n = 0; n < 200; ++n) {
      const unsigned thread = draw(threads), other = draw(threads);
      const std::uint32_t time = clocks.now(other) - std::min(clocks.now(other) - 1, draw(3));
      ASSERT_EQ(clocks.now(other), model.now(other));
      const bool known = model.known(thread, other, time);
      ASSERT_EQ(clocks.known(thread, other, time), known) << "step " << step;
      unknown += !known;
    }
  }
  EXPECT_GT(unknown, 1000);
}

}  // namespace
}  // namespace assay::emulator
