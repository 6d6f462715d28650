// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/launch.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>

#include "impls/cuda/emulator/machine.hpp"
#include "impls/cuda/emulator/planted.hpp"

namespace assay::emulator {
namespace {

// Limits of every device since compute capability 8.0; dynamic shared memory is that of 9.0.
constexpr unsigned most_threads = 1024;
constexpr std::size_t most_shared_bytes = 227 * 1024;
constexpr unsigned most_blocks_across = 65535;

std::string why_refused(const Launch& l) {
  const std::uint64_t threads = std::uint64_t{l.block.x} * l.block.y * l.block.z;
  const auto text = [](std::uint64_t n) { return std::to_string(n); };
  if (threads < 1 || threads > most_threads || l.block.z > 64)
    return "invalid launch: a block of " + text(threads) + " threads, want 1 to 1024 and at most 64 in z";
  if (l.grid.x == 0 || l.grid.y == 0 || l.grid.z == 0) return "invalid launch: a grid without blocks";
  if (l.grid.x > 0x7fffffffu || l.grid.y > most_blocks_across || l.grid.z > most_blocks_across)
    return "invalid launch: a grid beyond 2147483647 x 65535 x 65535 blocks";
  if (l.shared_bytes > most_shared_bytes)
    return "invalid launch: " + text(l.shared_bytes) + " bytes of dynamic shared memory, at most " +
           text(most_shared_bytes);
  return "";
}

/// Threads of the block's shape; kept if the last launch had as many.
void shape_threads() {
  Machine& m = machine();
  const dim3 block = m.launch.block;
  const std::size_t count = std::size_t{block.x} * block.y * block.z;
  if (!m.stacks || m.stacks->count() < count) {
    m.threads.clear();
    m.stacks = std::make_unique<Stacks>(count);
  }
  m.threads.resize(count);
  m.ready.resize(count);
  m.warps.resize((count + 31) / 32);
  for (unsigned n = 0; n < count; ++n) {
    Thread& t = m.threads[n];
    t.stack = (*m.stacks)[n];
    t.number = n;
    t.lane = n % 32;
    t.warp = n / 32;
    t.index = {n % block.x, n / block.x % block.y, n / block.x / block.y};
  }
}

std::vector<std::uint64_t> block_order(const Launch& l) {
  std::vector<std::uint64_t> order(std::uint64_t{l.grid.x} * l.grid.y * l.grid.z);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  if (l.order == Order::Reverse) std::reverse(order.begin(), order.end());
  if (l.order == Order::Random) {
    std::uint64_t state = l.seed;
    for (std::uint64_t n = order.size(); n > 1; --n) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      std::swap(order[n - 1], order[(state >> 33) % n]);
    }
  }
  return order;
}

std::uint64_t started(std::uint64_t seed) { return seed * 0x9e3779b97f4a7c15u | 1; }

}  // namespace

Machine only_machine;

int& planted_fault() {
  static int fault = -1;
  return fault;
}

bool is_planted(int fault) { return fault == planted_fault(); }

Launch& library_settings() {
  static Launch settings;
  return settings;
}

// The checker's own definition, where it is linked, takes this one's place.
__attribute__((weak)) Observer* checker() { return nullptr; }

Launch library_launch(const char* host_compiler) {
  Launch launch = library_settings();
  launch.host_compiler = host_compiler;
  launch.observer = checker();
  return launch;
}

const char* to_text(Order order) {
  switch (order) {
    case Order::Linear: return "linear";
    case Order::Reverse: return "reverse";
    case Order::Random: return "random";
  }
  return "";
}

std::string build_text(const Launch& l) {
  std::string text = std::string("emulated order=") + to_text(l.order);
  if (l.order == Order::Random) text += " seed=" + std::to_string(l.seed);
  const std::string compiler(l.host_compiler);
  return text + " flavour=" + (l.observer ? "checked" : "plain") + " model=" + to_text(l.model) + " " +
         compiler.substr(0, compiler.find(' '));
}

const char* assay_emulated_build() {
  static const std::string text = [] {
    const std::string told = build_text(library_launch(""));
    return told.substr(0, told.find_last_not_of(' ') + 1);
  }();
  return text.c_str();
}

const Outcome& last_outcome() { return machine().outcome; }

Outcome run(const Launch& launch) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  Machine& m = machine();
  m.launch = launch;
  m.outcome = {};
  m.reported.clear();
  m.outcome.refused = why_refused(launch);
  if (!m.outcome.refused.empty()) return m.outcome;
  m.stopped = false;
  m.idle = 0;
  m.random = started(launch.seed);
  shape_threads();
  blockDim = launch.block;
  gridDim = launch.grid;
  if (launch.observer) launch.observer->begin_launch(static_cast<unsigned>(m.threads.size()));
  for (const std::uint64_t n : block_order(launch)) {
    const std::uint64_t x = launch.grid.x, y = launch.grid.y;
    run_block({static_cast<unsigned>(n % x), static_cast<unsigned>(n / x % y), static_cast<unsigned>(n / x / y)});
    if (m.stopped) break;
  }
  if (launch.observer) launch.observer->end_launch();
  return m.outcome;
}

}  // namespace assay::emulator

namespace assay::simt {

void register_tensors(std::initializer_list<GlobalTensor> tensors) {
  auto& registered = emulator::machine().tensors;
  registered.clear();
  for (const GlobalTensor& tensor : tensors)
    if (tensor.data) registered.push_back(tensor);
}

}  // namespace assay::simt
