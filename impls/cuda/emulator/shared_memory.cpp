// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <string>

#include "impls/cuda/emulator/fiber_annotations.hpp"
#include "impls/cuda/emulator/machine.hpp"
#include "impls/cuda/emulator/shared_carve.hpp"

// Where clang puts static shared memory; absent where there is none.
extern "C" __attribute__((weak, visibility("hidden"))) std::byte __start_assay_shared[];
extern "C" __attribute__((weak, visibility("hidden"))) std::byte __stop_assay_shared[];

namespace assay::emulator {
namespace {

constexpr std::size_t red_zone = 1024;
constexpr std::size_t most_pieces = 64;
constexpr int nan_bytes = 0xff;  // a NaN in every floating-point format

std::size_t rounded_up(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

/// The first place for a piece: the pool, aligned, behind one red zone.
std::size_t first_offset() {
  const auto address = reinterpret_cast<std::uintptr_t>(machine().pool.data());
  return red_zone + (16 - address % 16) % 16;
}

std::string described(const Taken& t) {
  const std::string name = t.name ? t.name : "piece " + std::to_string(t.index);
  return std::to_string(t.bytes) + " bytes as " + name + " at " + to_text(t.site);
}

void* add_piece(const Taken& taken) {
  Machine& m = machine();
  const std::size_t offset = m.pieces.empty() ? first_offset() : m.pool_used;
  const std::size_t bytes = rounded_up(taken.bytes);
  m.carved += bytes;
  if (m.carved > m.launch.shared_bytes || m.pieces.size() == most_pieces) {
    report(Kind::CarveMismatch, taken.site,
           who(*m.current) + " takes " + described(taken) + ", " + std::to_string(m.carved) +
               " in all; the launch gives " + std::to_string(m.launch.shared_bytes) + " in at most " +
               std::to_string(most_pieces) + " pieces");
    stop();
  }
  m.pieces.push_back({taken, offset});
  m.pool_used = offset + bytes + red_zone;
  std::byte* memory = m.pool.data() + offset;
  unpoison(memory, taken.bytes);
  if (m.launch.observer) m.launch.observer->piece(taken, memory);
  return memory;
}

}  // namespace

void begin_shared_memory() {
  Machine& m = machine();
  const std::size_t bytes = rounded_up(m.launch.shared_bytes) + 16 + red_zone * (most_pieces + 2);
  unpoison(m.pool.data(), m.pool.size());
  if (m.pool.size() < bytes) {
    m.pool.assign(bytes, static_cast<std::byte>(nan_bytes));
    m.pool_used = 0;
  }
  std::memset(m.pool.data(), nan_bytes, m.pool_used);
  if (__start_assay_shared)
    std::memset(__start_assay_shared, nan_bytes, static_cast<std::size_t>(__stop_assay_shared - __start_assay_shared));
  m.pool_used = 0;
  m.carved = 0;
  m.pieces.clear();
  poison(m.pool.data(), m.pool.size());
  if (m.launch.observer) m.launch.observer->begin_block(m.pool);
}

void end_shared_memory() {
  Machine& m = machine();
  if (m.launch.observer || poisons) return;
  for (const Machine::Piece& piece : m.pieces) {
    const std::byte* end = m.pool.data() + piece.offset + piece.taken.bytes;
    const std::byte* limit = m.pool.data() + piece.offset + rounded_up(piece.taken.bytes) + red_zone;
    const auto is_touched = [](std::byte b) { return b != static_cast<std::byte>(nan_bytes); };
    const auto count = static_cast<std::size_t>(limit - end);
    if (!is_touched(*end) && std::memcmp(end, end + 1, count - 1) == 0) continue;  // all are like the first
    const std::byte* found = std::find_if(end, limit, is_touched);
    const auto number = [](unsigned n) { return std::to_string(n); };
    report(Kind::SharedOutOfBounds, piece.taken.site,
           "a thread of block (" + number(blockIdx.x) + "," + number(blockIdx.y) + "," + number(blockIdx.z) +
               ") wrote " + std::to_string(found - end) + " bytes past the end of " + described(piece.taken) +
               "; the checked flavour says where");
  }
}

bool is_shared(const void* address, std::size_t bytes) {
  const auto* first = static_cast<const std::byte*>(address);
  for (const Machine::Piece& piece : machine().pieces) {
    const std::byte* memory = machine().pool.data() + piece.offset;
    if (first >= memory && first + bytes <= memory + piece.taken.bytes) return true;
  }
  return __start_assay_shared && first >= __start_assay_shared && first + bytes <= __stop_assay_shared;
}

void* take_shared(const Taken& taken) {
  const InEmulator here;
  Machine& m = machine();
  if (taken.index >= m.pieces.size()) return add_piece(taken);
  const Machine::Piece& piece = m.pieces[taken.index];
  if (piece.taken.bytes != taken.bytes) {
    report(Kind::CarveMismatch, taken.site,
           who(*m.current) + " takes " + described(taken) + ", another thread " + described(piece.taken));
    stop();
  }
  return m.pool.data() + piece.offset;
}

}  // namespace assay::emulator
