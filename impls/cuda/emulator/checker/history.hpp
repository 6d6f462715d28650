// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "impls/cuda/emulator/checker/place.hpp"

namespace assay::emulator {

/// Who did something, when, and where it stands. Time 0: nobody.
struct Deed {
  std::uint32_t time = 0;
  std::uint32_t block = 0;
  std::uint16_t thread = 0;
  bool atomic = false;
  Place place;

  bool same_thread(const Deed& other) const { return thread == other.thread && block == other.block; }
};

/// What an access conflicts with; time 0: with nothing.
struct Conflict {
  Deed before;
  bool before_writes = false;
};

/// The last write of one element and the reads since.
struct Cell {
  Deed write;
  Deed read;                     ///< the last one, where it knows of the ones before
  std::uint32_t crowd = 0;       ///< where several read at a time: which crowd they are, plus one
  std::uint32_t crowded_in = 0;  ///< the interval between block barriers that the crowd is of
  bool written = false;          ///< has a value
  bool pending = false;          ///< an asynchronous copy is under way
};

/// Histories of the elements of one memory. `known(deed)` says whether a deed comes before what the thread does now.
/// Of the lanes of one warp that read an element at a time, the last two count.
class History {
 public:
  void begin(std::size_t elements, unsigned threads) {
    cells_.assign(elements, Cell{});
    crowds_.clear();
    warps_ = (threads + 31) / 32;
  }
  Cell& operator[](std::size_t n) { return cells_[n]; }

  /// Every element becomes `parts` elements that have all lived as it did.
  void refine(std::size_t parts) {
    std::vector<Cell> finer;
    for (const Cell& cell : cells_)
      for (std::size_t n = 0; n < parts; ++n) {
        finer.push_back(cell);
        if (cell.crowd == 0 || n == 0) continue;
        const std::vector<Deed> copy(crowd(cell), crowd(cell) + 2 * warps_);
        crowds_.insert(crowds_.end(), copy.begin(), copy.end());
        finer.back().crowd = static_cast<std::uint32_t>(crowds_.size() / (2 * warps_));
      }
    cells_ = std::move(finer);
  }

  template <class Known>
  Conflict read(Cell& cell, const Deed& deed, std::uint32_t interval, Known known) {
    Conflict conflict;
    if (conflicts(cell.write, deed, known)) conflict = {cell.write, true};
    if (cell.crowded_in == interval)
      join(cell, deed);
    else if (cell.read.time == 0 || cell.read.same_thread(deed) || known(cell.read))
      cell.read = deed;
    else if (cell.read.block == deed.block)
      make_crowd(cell, deed, interval);
    return conflict;
  }

  template <class Known>
  Conflict write(Cell& cell, const Deed& deed, std::uint32_t interval, Known known) {
    Conflict conflict;
    if (conflicts(cell.read, deed, known)) conflict = {cell.read, false};
    if (cell.crowded_in == interval)
      for (const Deed* reader = crowd(cell); reader != crowd(cell) + 2 * warps_; ++reader)
        if (conflicts(*reader, deed, known)) conflict = {*reader, false};
    if (conflicts(cell.write, deed, known)) conflict = {cell.write, true};
    cell.write = deed;
    cell.written = true;
    // Who comes after this write comes after the reads that it knows of.
    cell.read = Deed{};
    cell.crowded_in = 0;
    return conflict;
  }

 private:
  template <class Known>
  static bool conflicts(const Deed& before, const Deed& now, Known known) {
    return before.time != 0 && !(before.atomic && now.atomic) && !before.same_thread(now) && !known(before);
  }

  Deed* crowd(const Cell& cell) { return crowds_.data() + std::size_t{cell.crowd - 1} * 2 * warps_; }

  void join(Cell& cell, const Deed& deed) {
    Deed* lanes = crowd(cell) + 2 * (deed.thread / 32);
    if (lanes[0].thread != deed.thread) lanes[1] = lanes[0];
    lanes[0] = deed;
  }

  void make_crowd(Cell& cell, const Deed& deed, std::uint32_t interval) {
    if (cell.crowd == 0) {
      crowds_.resize(crowds_.size() + 2 * warps_);
      cell.crowd = static_cast<std::uint32_t>(crowds_.size() / (2 * warps_));
    }
    cell.crowded_in = interval;
    join(cell, cell.read);
    join(cell, deed);
  }

  std::vector<Cell> cells_;
  std::vector<Deed> crowds_;  ///< two lanes a warp
  std::size_t warps_ = 0;
};

}  // namespace assay::emulator
