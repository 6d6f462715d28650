// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/warp.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "impls/cuda/emulator/machine.hpp"

namespace assay::emulator {
namespace {

std::string hex(unsigned mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

unsigned lowest_lane(unsigned lanes) { return static_cast<unsigned>(__builtin_ctz(lanes)); }

void order_lanes(unsigned warp, unsigned lanes) {
  Observer* observer = machine().launch.observer;
  if (!observer) return;
  std::vector<unsigned> numbers;
  for (; lanes != 0; lanes &= lanes - 1) numbers.push_back(warp * 32 + lowest_lane(lanes));
  observer->order(numbers, numbers);
}

void complete(unsigned number, Group& group) {
  Machine& m = machine();
  Warp& warp = m.warps[number];
  if (group.finish) group.finish(warp.payloads.data(), group.arrived);
  if (group.call.orders) order_lanes(number, group.arrived);
  warp.waiting &= ~group.arrived;
  ++m.outcome.counts.warp_operations;
  note_turn(!group.call.orders, group.call.site);
  const unsigned lanes = group.arrived;
  group.arrived = 0;
  ++group.round;
  make_ready(number, lanes);
}

/// The group of that mask that lanes wait in, or null. A lane waits in one at most.
Group* group_of(Warp& warp, unsigned mask) {
  for (unsigned others = warp.waiting & mask; others != 0; others &= others - 1) {
    Group& group = warp.groups[warp.group_of_lane[lowest_lane(others)]];
    if (group.call.mask == mask) return &group;
  }
  return nullptr;
}

bool same_name(const char* a, const char* b) { return a == b || std::string_view(a) == b; }

/// The usual case: nobody of the mask waits yet, or all who do wait here.
bool is_expected(const Thread& own, const WarpCall& call, const Warp& warp, const Group* group) {
  if (!(call.mask >> own.lane & 1)) return false;
  const unsigned others = warp.waiting & call.mask;
  if (!group) return others == 0;
  return others == group->arrived && group->call.site == call.site && same_name(group->call.name, call.name);
}

/// Two lanes that wait for each other must do so in the same place with the same mask; one that waits for others only
/// may come later.
bool agrees(const Thread& own, const WarpCall& call, const Warp& warp, const Group* group) {
  const std::string what =
      who(own) + " calls " + call.name + " at " + to_text(call.site) + " with mask " + hex(call.mask);
  if (!(call.mask >> own.lane & 1)) {
    report(Kind::ShuffleMask, call.site, what + ", which does not name it");
    return false;
  }
  for (unsigned others = warp.waiting & call.mask; others != 0; others &= others - 1) {
    const unsigned lane = lowest_lane(others);
    const Group& theirs = warp.groups[warp.group_of_lane[lane]];
    if (&theirs == group && theirs.call.site == call.site && same_name(theirs.call.name, call.name)) continue;
    if (!(theirs.call.mask >> own.lane & 1)) continue;
    const Thread& other = machine().threads[own.warp * 32 + lane];
    report(Kind::ShuffleMask, call.site,
           what + ", while " + who(other) + " waits for it in " + theirs.call.name + " at " +
               to_text(theirs.call.site, call.site) + " with mask " + hex(theirs.call.mask));
    return false;
  }
  return true;
}

}  // namespace

void complete_groups_without(Thread& exited) {
  Machine& m = machine();
  Warp& warp = m.warps[exited.warp];
  for (Group& group : warp.groups)
    if (group.arrived != 0 && group.arrived == (group.call.mask & warp.alive)) complete(exited.warp, group);
}

void warp_operation(const WarpCall& call, void* payload, Finish finish) {
  const InEmulator here;
  Machine& m = machine();
  Thread& own = *m.current;
  Warp& warp = m.warps[own.warp];
  Group* waiting = group_of(warp, call.mask);
  if (!is_expected(own, call, warp, waiting) && !agrees(own, call, warp, waiting)) stop();
  const auto place = static_cast<std::uint8_t>(waiting ? waiting - warp.groups.data() : own.lane);
  Group& group = warp.groups[place];
  if (!waiting) group = {call, 0, finish, group.round};
  warp.group_of_lane[own.lane] = place;
  group.arrived |= 1u << own.lane;
  warp.waiting |= 1u << own.lane;
  warp.payloads[own.lane] = payload;
  void* const round = round_of(group, group.round);
  if (call.orders) tsan_release(round);
  wait_in(Thread::State::InWarp, call.name, call.site);
  if (group.arrived == (call.mask & warp.alive)) complete(own.warp, group);
  wait();
  if (call.orders) tsan_acquire(round);
}

void report_absent_source(unsigned lane, unsigned source) {
  const Thread& own = machine().threads[machine().current->warp * 32 + lane];
  if (is_reported(Kind::ShuffleMask, own.site)) return;
  report(Kind::ShuffleMask, own.site,
         who(own) + " asks lane " + std::to_string(static_cast<int>(source)) + " for its value by " + own.operation +
             " at " + to_text(own.site) + ", and that lane takes no part");
}

void report_bad_width(int width, Site site) {
  const InEmulator here;
  report(Kind::ShuffleMask, site,
         who(*machine().current) + " shuffles at " + to_text(site) + " in segments of " + std::to_string(width) +
             " lanes: want a power of two up to 32");
  stop();
}

unsigned ballot(const char* name, unsigned mask, bool predicate, Site site) {
  unsigned value = predicate;
  const Finish finish = [](void* const* payloads, unsigned lanes) {
    unsigned votes = 0;
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
      votes |= *static_cast<unsigned*>(payloads[lowest_lane(rest)]) << lowest_lane(rest);
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
      *static_cast<unsigned*>(payloads[lowest_lane(rest)]) = votes;
  };
  warp_operation({name, mask, site}, &value, finish);
  return value;
}

}  // namespace assay::emulator
