// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/checker/areas.hpp"

#include <algorithm>
#include <bit>

namespace assay::emulator {
namespace {

/// Bits of the size of a cell: elements, at most so large, or what these are made of.
unsigned grain_of(std::size_t element_bytes, unsigned most) {
  return std::min(most, static_cast<unsigned>(std::countr_zero(element_bytes)));
}

std::string plural(std::size_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

struct Axis {
  std::int64_t extent;
  std::int64_t bytes;  ///< from one to the next
};

/// Axes that lead anywhere, the widest first.
std::vector<Axis> axes_of(const simt::GlobalTensor& tensor) {
  std::vector<Axis> axes;
  for (int n = 0; n < 4; ++n)
    if (tensor.extents[n] != 1 && (tensor.strides[n] != 0 || tensor.extents[n] == 0))
      axes.push_back({tensor.extents[n], tensor.strides[n] * tensor.element_bytes});
  std::ranges::sort(axes, std::greater(), &Axis::bytes);
  return axes;
}

}  // namespace

Piece::Piece(const Taken& taken, const void* where, unsigned threads)
    : name(taken.name ? taken.name : "piece " + std::to_string(taken.index) + " (" + to_text(taken.site) + ")"),
      memory(static_cast<const std::byte*>(where)),
      bytes(taken.bytes),
      element_bytes(taken.element_bytes),
      grain_bits(grain_of(taken.element_bytes, 2)) {
  history.begin((bytes >> grain_bits) + 1, threads);
}

std::optional<Covered> Piece::covered(const std::byte* address, std::size_t access_bytes) {
  if (address < memory || address + access_bytes > memory + bytes) return {};
  const auto offset = static_cast<std::size_t>(address - memory);
  if (const unsigned fit = grain_of(offset | access_bytes, grain_bits); fit != grain_bits) {
    history.refine(std::size_t{1} << (grain_bits - fit));
    grain_bits = fit;
  }
  return Covered{offset >> grain_bits, access_bytes >> grain_bits};
}

std::string Piece::describe(const std::byte* address) const {
  const std::string length =
      ", which has " + std::to_string(bytes / element_bytes) + " elements of " + plural(element_bytes);
  if (address < memory) return plural(static_cast<std::size_t>(memory - address)) + " before " + name + length;
  const auto offset = static_cast<std::size_t>(address - memory);
  if (offset >= bytes && offset % element_bytes == 0)
    return "index " + std::to_string(offset / element_bytes) + " of " + name + length;
  if (offset >= bytes) return plural(offset - bytes) + " past the end of " + name + length;
  const std::size_t within = offset % element_bytes;
  return name + "[" + std::to_string(offset / element_bytes) + "]" +
         (within == 0 ? "" : " byte " + std::to_string(within));
}

Tensor::Tensor(const simt::GlobalTensor& registered, unsigned threads)
    : name_(registered.name),
      base_(static_cast<const std::byte*>(registered.data)),
      extents_(std::to_array(registered.extents)),
      element_bytes_(registered.element_bytes),
      grain_bits_(grain_of(static_cast<std::size_t>(registered.element_bytes), 3)),
      writable_(registered.writable) {
  std::vector<Axis> axes = axes_of(registered);
  std::int64_t run = registered.element_bytes;
  for (; !axes.empty() && axes.back().bytes == run; axes.pop_back()) run *= axes.back().extent;
  std::vector<std::int64_t> begins{0};
  for (const Axis& axis : axes) {
    std::vector<std::int64_t> next;
    for (const std::int64_t begin : begins)
      for (std::int64_t n = 0; n < axis.extent; ++n) next.push_back(begin + n * axis.bytes);
    begins = std::move(next);
  }
  std::ranges::sort(begins);
  for (const std::int64_t begin : begins) {
    const std::byte* from = base_ + begin;
    if (run == 0) continue;
    if (!runs_.empty() && from <= runs_.back().end)
      runs_.back().end = std::max(runs_.back().end, from + run);
    else
      runs_.push_back({from, from + run, 0});
  }
  std::size_t cells = 0;
  for (Run& each : runs_) {
    each.first = cells;
    cells += static_cast<std::size_t>(each.end - each.begin) >> grain_bits_;
  }
  if (writable_) history_.begin(cells, threads);
}

const Tensor::Run* Tensor::run_at(const std::byte* address) const {
  const auto behind = std::ranges::upper_bound(runs_, address, std::less(), [](const Run& run) { return run.begin; });
  return behind == runs_.begin() ? nullptr : &*(behind - 1);
}

std::optional<Covered> Tensor::covered(const std::byte* address, std::size_t bytes) const {
  const Run* run = run_at(address);
  if (!run || address + bytes > run->end) return {};
  const auto offset = static_cast<std::size_t>(address - run->begin);
  const std::size_t first = offset >> grain_bits_, last = (offset + bytes - 1) >> grain_bits_;
  return Covered{run->first + first, last + 1 - first};
}

std::size_t Tensor::distance(const std::byte* address) const {
  constexpr auto nowhere = static_cast<std::size_t>(-1);
  if (runs_.empty()) return nowhere;
  const Run* run = run_at(address);
  std::size_t least = nowhere;
  if (run) least = address < run->end ? 0 : static_cast<std::size_t>(address - run->end) + 1;
  const Run* next = run ? run + 1 : runs_.data();
  if (next != runs_.data() + runs_.size()) least = std::min(least, static_cast<std::size_t>(next->begin - address));
  return least;
}

std::string Tensor::describe(const std::byte* address) const {
  const Run* run = run_at(address);
  if (run && address < run->end) return std::string(name_) + " byte " + std::to_string(address - base_);
  const bool gap = address > base_ && address < runs_.back().begin;
  if (run && (!gap || address - run->end < (run + 1)->begin - address)) {
    const auto past = static_cast<std::size_t>(address - run->end);
    return (past == 0 ? "just past " : plural(past) + " past ") + std::string(gap ? "a row of " : "the end of ") +
           name_;
  }
  const Run* next = run ? run + 1 : runs_.data();
  return plural(static_cast<std::size_t>(next->begin - address)) + " before " + (gap ? "a row of " : "") + name_;
}

std::string Tensor::extents_for(const std::byte* address) const {
  if (run_at(address) && address < run_at(address)->end) return "";
  std::string extents;
  for (const std::int64_t extent : extents_) extents += (extents.empty() ? "" : ", ") + std::to_string(extent);
  return ", element " + std::to_string((address - base_) / element_bytes_) + " from the first of its (" + extents + ")";
}

}  // namespace assay::emulator
