// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/arena.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "impls/plugin/host/checksum.hpp"
#include "reference/model/contract.hpp"

namespace assay::impls::sandbox {
namespace {

// Beyond either the arena starts again: memory of one worker, and mappings that a process may have (65,530 by default).
constexpr std::uint64_t total_bytes_max = std::uint64_t{1} << 30;
constexpr std::uint64_t total_slices_max = 10'000;

std::uint64_t checksum_of(const Arena::Piece& piece) { return checksum(piece.memory, piece.bytes()); }

/// The piece's offset in the worker's address space for an offset in the judge's, which has no guards.
std::int64_t with_guards(std::uint64_t offset, const Placement& placement) {
  return static_cast<std::int64_t>(offset + offset / placement.slice_bytes * worker::guard_bytes);
}

/// The (batch, head) that a position belongs to, also where one guard stands around all of them.
std::uint64_t slice_of(const Arena::Piece& piece, const Position& position) {
  if (piece.placement.slices > 1 || position.side == Position::Side::Before) return position.slice;
  const auto heads = static_cast<std::uint64_t>(piece.extents[0] * piece.extents[1]);
  if (position.side == Position::Side::Past) return heads - 1;
  const std::uint64_t head_bytes = std::max<std::uint64_t>(1, piece.placement.content_bytes / heads);
  return std::min(heads - 1, position.distance / head_bytes);
}

/// The place of a byte of the judge's view.
std::string describe(const Arena::Piece& piece, std::size_t offset) {
  return describe(piece, position_of(with_guards(offset, piece.placement), piece.placement));
}

}  // namespace

std::string describe(const Arena::Piece& piece, const Position& position) {
  std::string text = piece.name;
  const Index4& e = piece.extents;
  if (e[0] * e[1] > 1) {
    const std::uint64_t slice = slice_of(piece, position), heads = static_cast<std::uint64_t>(e[1]);
    text += fmt::format(" slice {} (batch {}, head {})", slice, slice / heads, slice % heads);
  }
  switch (position.side) {
    case Position::Side::Before: return text + fmt::format(", {} bytes before the start", position.distance);
    case Position::Side::Past: return text + fmt::format(", {} bytes past the end", position.distance);
    case Position::Side::Inside: return text + fmt::format(", byte {} of it", position.distance);
  }
  return text;
}

void Arena::release_all() {
  process_.ask(worker::Packer() << static_cast<std::uint64_t>(worker::Ask::Unmap));
  regions_.clear();
  total_bytes_ = total_slices_ = 0;
}

void Arena::begin_call() {
  pieces_.clear();
  if (total_bytes_ > total_bytes_max || total_slices_ > total_slices_max) release_all();
}

Arena::Region& Arena::region(const std::string& name, const Placement& placement, bool writable) {
  const Key key{name, placement.slices, placement.slice_bytes};
  if (const auto found = regions_.find(key); found != regions_.end()) return found->second;
  Region region{.memory = std::make_unique<SharedMemory>(
                    "no shared memory for a plug-in's tensor", placement.slices * placement.slice_bytes,
                    writable ? SharedMemory::Writers::Everybody : SharedMemory::Writers::Ourselves),
                .id = next_id_++,
                .worker_address = 0,
                .pattern = {}};
  const worker::Map question{region.id, writable, placement.slices, placement.slice_bytes};
  const std::vector<std::byte> answer = process_.ask(pack(question), region.memory->descriptor());
  region.memory->close_descriptor();
  worker::Unpacker message(answer);
  region.worker_address = message.number();
  total_bytes_ += region.memory->bytes();
  total_slices_ += placement.slices;
  return regions_.emplace(key, std::move(region)).first->second;
}

Arena::Piece& Arena::add(const std::string& name, const Tensor& tensor, const Placement& placement,
                         const Region& region) {
  return pieces_.emplace_back(Piece{.name = name,
                                    .placement = placement,
                                    .shared = region.memory.get(),
                                    .memory = region.memory->data(),
                                    .worker_address = region.worker_address,
                                    .region = region.id,
                                    .type = tensor.type(),
                                    .extents = tensor.extents()});
}

void Arena::add_input(const std::string& name, const Tensor& tensor, const Layout& layout) {
  const Placement placement = place(tensor, layout);
  Piece& piece = add(name, tensor, placement, region(name, placement, false));
  fill(tensor, placement, piece.memory);
  piece.checksum = checksum_of(piece);
}

void Arena::add_output(const std::string& name, const Tensor& tensor, std::uint64_t pattern, const Layout& layout) {
  const Placement placement = place(tensor, layout);
  Region& region = this->region(name, placement, true);
  Piece& piece = add(name, tensor, placement, region);
  piece.writable = true;
  piece.pattern = pattern;
  const std::size_t element = tensor.type().bytes();
  if (region.pattern) {
    const std::size_t changed = first_difference(*region.pattern, region.element, piece.memory, piece.bytes());
    if (changed < piece.bytes())
      fault("written after return", describe(piece, changed) + ": something that an earlier call left running");
  }
  if (region.pattern != pattern || region.element != element)
    fill_pattern(pattern, element, piece.memory, piece.bytes());
  region.pattern.reset();
  region.element = element;
}

std::vector<worker::RegionView> Arena::views() const {
  std::vector<worker::RegionView> views;
  for (const Piece& piece : pieces_)
    views.push_back(
        {piece.name, piece.region, piece.placement.content_begin, piece.type, piece.extents, piece.placement.strides});
  return views;
}

std::optional<std::pair<const Arena::Piece*, Position>> Arena::find(std::uint64_t address) const {
  for (const Piece& piece : pieces_) {
    const std::uint64_t pitch = piece.placement.slice_bytes + worker::guard_bytes;
    const std::uint64_t begin = piece.worker_address - worker::outer_guard_bytes;
    const std::uint64_t end = piece.worker_address + piece.placement.slices * pitch + worker::outer_guard_bytes;
    if (address < begin || address >= end) continue;
    const auto offset = static_cast<std::int64_t>(address - piece.worker_address);
    return std::pair(&piece, position_of(offset, piece.placement));
  }
  return std::nullopt;
}

void Arena::fault(const char* kind, const std::string& where) const {
  check_memory();
  throw KernelFault(kind, where);
}

void Arena::check_memory() const {
  for (const Piece& piece : pieces_)
    if (piece.shared->lost()) throw KernelFault("memory taken away", piece.name + ": it is not there any more");
}

void Arena::check_inputs() const {
  for (const Piece& piece : pieces_)
    if (!piece.writable && checksum_of(piece) != piece.checksum) fault("input written", piece.name);
}

void Arena::check_outputs() const {
  for (const Piece& piece : pieces_) {
    if (!piece.writable) continue;
    const std::size_t changed = first_difference(piece.pattern, piece.type.bytes(), piece.memory, piece.bytes());
    if (changed < piece.bytes())
      fault("written after return", describe(piece, changed) + ": something that the call left running");
  }
}

void Arena::take_output(const std::string& name, Tensor& tensor) {
  const Piece& piece = *std::ranges::find(pieces_, name, &Piece::name);
  take(tensor, piece.placement, piece.pattern, piece.memory);
  const std::size_t element = tensor.type().bytes();
  const std::size_t changed = first_difference(piece.pattern, element, piece.memory, piece.bytes());
  if (changed < piece.bytes()) fault("out of bounds write", describe(piece, changed));
  regions_.at({name, piece.placement.slices, piece.placement.slice_bytes}).pattern = piece.pattern;
}

}  // namespace assay::impls::sandbox
