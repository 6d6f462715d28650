// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/checker.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace assay::emulator {

Checker the_checker;

Observer* checker() { return &the_checker; }

void Checker::begin_launch(unsigned threads) {
  threads_ = threads;
  clocks_.begin(threads);
  interval_ = block_ = 0;
  last_tensor_ = 0;
  tensors_.clear();
  for (const simt::GlobalTensor& tensor : machine().tensors) tensors_.emplace_back(tensor, threads);
  released_.clear();
}

void Checker::begin_block(std::span<std::byte> pool) {
  pool_ = pool;
  pieces_.clear();
  last_piece_ = 0;
  if (const Taken all = static_shared(); all.bytes != 0) pieces_.emplace_back(all, static_shared_memory(), threads_);
  known_blocks_.clear();
  published_.clear();
  taken_.clear();
  clocks_.meet();
  ++interval_;
  ++block_;
}

void Checker::piece(const Taken& taken, const void* memory) { pieces_.emplace_back(taken, memory, threads_); }

void Checker::block_barrier() {
  clocks_.meet();
  ++interval_;
}

void Checker::order(std::span<const unsigned> before, std::span<const unsigned> after) { clocks_.order(before, after); }

// A fence before an atomic gives away what the thread did; one behind it takes what others gave. (CUDA's memory model:
// fences and relaxed atomics between them synchronise.) Between blocks all of a block's earlier deeds count as given.
void Checker::fence() {
  const unsigned own = machine().current->number;
  if (const auto found = taken_.find(own); found != taken_.end()) {
    if (found->second.block == block_ && !found->second.known.empty()) clocks_.learn(own, found->second.known);
    known_blocks_.insert(found->second.blocks.begin(), found->second.blocks.end());
    taken_.erase(found);
  }
  published_[own] = clocks_.snapshot(own);
}

namespace {

std::string hexadecimal(std::uintptr_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%zx", static_cast<std::size_t>(number));
  return text;
}

void join(std::vector<std::uint32_t>& into, const std::vector<std::uint32_t>& from) {
  if (into.size() < from.size()) into.resize(from.size(), 0);
  for (std::size_t n = 0; n < from.size(); ++n) into[n] = std::max(into[n], from[n]);
}

}  // namespace

void Checker::synchronise(const std::byte* address) {
  const unsigned own = machine().current->number;
  Released& cell = released_[address];
  Released& taken = taken_[own];
  if (cell.block == block_) join(taken.known, cell.known);
  taken.block = block_;
  taken.blocks.insert(cell.blocks.begin(), cell.blocks.end());
  const auto given = published_.find(own);
  if (given == published_.end()) return;
  if (cell.block != block_) cell.known.clear();
  cell.block = block_;
  cell.blocks.insert(block_);
  join(cell.known, given->second);
}

bool Checker::read(const void* address, std::size_t bytes, Site site) {
  return check({static_cast<const std::byte*>(address), bytes, false, false, Place(site)});
}

bool Checker::write(const void* address, std::size_t bytes, Site site) {
  return check({static_cast<const std::byte*>(address), bytes, true, false, Place(site)});
}

bool Checker::atomic(const void* address, std::size_t bytes, Site site) {
  const auto* at = static_cast<const std::byte*>(address);
  if (reinterpret_cast<std::uintptr_t>(at) % bytes != 0) {
    misaligned(address, "the atomic's operand", bytes, site);
    return false;
  }
  if (!check({at, bytes, true, true, Place(site)})) return false;
  synchronise(at);
  return true;
}

void Checker::copy_issued(const void* shared, std::size_t bytes, Site site) {
  const Access access{static_cast<const std::byte*>(shared), bytes, true, false, Place(site)};
  check(access);
  if (Piece* piece = piece_at(access.address))
    if (const auto covered = piece->covered(access.address, bytes))
      for (std::size_t n = 0; n < covered->count; ++n) piece->history[covered->first + n].pending = true;
}

void Checker::copy_landed(const void* shared, std::size_t bytes, Site site) {
  const Access access{static_cast<const std::byte*>(shared), bytes, true, false, Place(site)};
  Piece* piece = piece_at(access.address);
  if (!piece) return;
  if (const auto covered = piece->covered(access.address, bytes))
    for (std::size_t n = 0; n < covered->count; ++n) {
      Cell& cell = piece->history[covered->first + n];
      cell.pending = false;
      cell.write = deed(access);
    }
}

inline Deed Checker::deed(const Access& access) const {
  const Thread& own = *machine().current;
  return {clocks_.now(own.number), block_, static_cast<std::uint16_t>(own.number), access.atomic, access.place};
}

inline bool Checker::known(const Deed& before) const {
  if (before.block != block_) return known_blocks_.contains(before.block);
  return clocks_.known(machine().current->number, before.thread, before.time);
}

bool Checker::check(const Access& access) {
  ++machine().outcome.counts.accesses;
  if (Piece* piece = piece_at(access.address)) {
    if (const auto covered = piece->covered(access.address, access.bytes))
      return check_shared(*piece, *covered, access);
    return check_outside_pieces(access);
  }
  const std::size_t offset = static_cast<std::size_t>(access.address - pool_.data());
  return offset < pool_.size() ? check_outside_pieces(access) : check_global(access);
}

Piece* Checker::piece_at(const std::byte* address) {
  const auto holds = [&](const Piece& piece) { return static_cast<std::size_t>(address - piece.memory) < piece.bytes; };
  if (last_piece_ < pieces_.size() && holds(pieces_[last_piece_])) return &pieces_[last_piece_];
  for (std::size_t n = 0; n < pieces_.size(); ++n)
    if (holds(pieces_[n])) {
      last_piece_ = n;
      return &pieces_[n];
    }
  return nullptr;
}

std::string Checker::describe(const Piece& piece, const Access& access) const {
  const bool is_static = piece.memory == static_shared_memory();
  return is_static ? describe_static(access.address, access.bytes) : piece.describe(access.address);
}

bool Checker::check_shared(Piece& piece, const Covered& covered, const Access& access) {
  const Deed now = deed(access);
  const auto is_known = [this](const Deed& before) { return known(before); };
  Conflict conflict;
  bool unwritten = false, pending = false;
  for (std::size_t n = covered.first; n < covered.first + covered.count; ++n) {
    Cell& cell = piece.history[n];
    pending |= cell.pending;
    if (!access.writes || access.atomic) unwritten |= !std::exchange(cell.written, true) && !cell.pending;
    const Conflict found = access.writes ? piece.history.write(cell, now, interval_, is_known)
                                         : piece.history.read(cell, now, interval_, is_known);
    if (found.before.time != 0) conflict = found;
  }
  const auto tell = [&](Kind kind, const std::string& why) {
    const Site site = access.place.site();
    if (!is_reported(kind, site)) report(kind, site, begin_of(access) + describe(piece, access) + why);
  };
  const std::string at = unwritten || pending ? " at " + access.place.text() : "";
  if (pending)
    tell(access.writes ? Kind::SharedRace : Kind::PendingCopyRead,
         at + ", where a copy is under way" + (access.writes ? "" : " that nobody has waited for"));
  else if (conflict.before.time != 0)
    race(Kind::SharedRace, conflict, access, describe(piece, access));
  if (unwritten) tell(Kind::UninitialisedShared, at + ", which no thread of the block has written");
  return true;
}

bool Checker::check_outside_pieces(const Access& access) {
  const Piece* nearest = nullptr;
  const auto distance = [&](const Piece& piece) {  // from its nearer end
    return access.address < piece.memory ? piece.memory - access.address
                                         : access.address - (piece.memory + piece.bytes) + 1;
  };
  for (const Piece& piece : pieces_)
    if (!nearest || distance(piece) < distance(*nearest)) nearest = &piece;
  const Site site = access.place.site();
  report(Kind::SharedOutOfBounds, site,
         begin_of(access) + std::to_string(access.bytes) + " bytes at " +
             (nearest ? nearest->describe(access.address) : "shared memory that nobody took") + ", at " +
             access.place.text());
  return false;
}

bool Checker::check_global(const Access& access) {
  const auto may_be_in = [&](Tensor& tensor) -> std::optional<Covered> {
    if (access.writes && !tensor.writable()) return {};
    return tensor.covered(access.address, access.bytes);
  };
  if (last_tensor_ < tensors_.size())
    if (const auto covered = may_be_in(tensors_[last_tensor_]))
      return check_tensor(tensors_[last_tensor_], *covered, access);
  for (std::size_t n = 0; n < tensors_.size(); ++n)
    if (const auto covered = may_be_in(tensors_[n])) {
      last_tensor_ = n;
      return check_tensor(tensors_[n], *covered, access);
    }
  return check_unregistered(access);
}

bool Checker::check_tensor(Tensor& tensor, const Covered& covered, const Access& access) {
  if (!tensor.writable()) return true;
  const Deed now = deed(access);
  const auto is_known = [this](const Deed& before) { return known(before); };
  Conflict conflict;
  for (std::size_t n = covered.first; n < covered.first + covered.count; ++n) {
    Cell& cell = tensor.history()[n];
    const Conflict found = access.writes ? tensor.history().write(cell, now, interval_, is_known)
                                         : tensor.history().read(cell, now, interval_, is_known);
    if (found.before.time != 0) conflict = found;
  }
  if (conflict.before.time != 0) race(Kind::GlobalRace, conflict, access, tensor.describe(access.address));
  return true;
}

bool Checker::check_unregistered(const Access& access) {
  if (!access.writes && is_constant(access.address, access.bytes)) return true;
  const Tensor* nearest = nullptr;
  for (const Tensor& tensor : tensors_)
    if (!nearest || tensor.distance(access.address) < nearest->distance(access.address)) nearest = &tensor;
  constexpr std::size_t near = 1 << 20;
  constexpr std::uintptr_t first_page = 4096;
  const auto address = reinterpret_cast<std::uintptr_t>(access.address);
  std::string where;
  if (address < first_page)
    where = "a null pointer" + (address == 0 ? "" : " plus " + std::to_string(address));
  else if (nearest && nearest->distance(access.address) < near)
    where = nearest->describe(access.address) + nearest->extents_for(access.address);
  else
    where = "memory that is no registered tensor (" + hexadecimal(address) + ")";
  if (nearest && nearest->distance(access.address) == 0 && access.writes && !nearest->writable()) where += ", an input";
  report(Kind::GlobalOutOfBounds, access.place.site(),
         begin_of(access) + std::to_string(access.bytes) + " bytes at " + where + ", at " + access.place.text());
  return false;
}

std::string Checker::begin_of(const Access& access) const {
  const char* verb = access.atomic ? " updates " : access.writes ? " writes " : " reads ";
  return who(*machine().current) + verb;
}

void Checker::race(Kind kind, const Conflict& conflict, const Access& access, const std::string& what) {
  const Site site = access.place.site();
  if (is_reported(kind, site)) return;
  const Deed& before = conflict.before;
  const std::string verb = before.atomic ? ", updated" : conflict.before_writes ? ", written" : ", read";
  const bool here = before.block == block_;
  report(kind, site,
         begin_of(access) + what + " at " + access.place.text() + verb + " by thread " + std::to_string(before.thread) +
             (here ? "" : " of another block") + " at " + before.place.text() +
             (here ? " in the same interval" : " in the same launch"));
}

void Checker::misaligned(const void* address, const char* type, std::size_t alignment, Site site) {
  const auto value = reinterpret_cast<std::uintptr_t>(address);
  report(Kind::MisalignedAccess, site,
         who(*machine().current) + " accesses " + type + " at " + to_text(site) + ", whose address is " +
             (value == 0 ? "null" : std::to_string(value % alignment) + " modulo " + std::to_string(alignment)));
  stop();
}

void Checker::outside_array(const char* type, std::int64_t index, Site site) {
  report(Kind::ArrayOutOfBounds, site,
         who(*machine().current) + " uses index " + std::to_string(index) + " of " + type + " at " + to_text(site));
  stop();
}

}  // namespace assay::emulator
