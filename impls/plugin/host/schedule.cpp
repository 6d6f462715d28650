// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/schedule.hpp"

#include <algorithm>

namespace assay::impls::sandbox {
namespace {

/// Of a kernel's layouts those for a larger problem: the chosen one, and the other end sliced where that is whole.
std::vector<Layout> both_ends(const std::vector<Layout>& all, const Layout& chosen) {
  std::vector<Layout> two{chosen};
  for (const Layout& layout : all)
    if (layout.right != chosen.right && (all.size() == 2 || layout.sliced != chosen.sliced)) two.push_back(layout);
  return two;
}

}  // namespace

Schedule schedule(const Situation& situation) {
  std::vector<Layout> all{{false, false, false}};
  if (situation.host) {
    const bool aligned = situation.aligned;
    all = {{false, true, aligned}, {false, false, aligned}};
    if (situation.any_strides) all.insert(all.end(), {{true, false, aligned}, {true, true, aligned}});
  }
  const std::size_t choice = situation.numbers % all.size();
  if (situation.small)
    std::ranges::rotate(all, all.begin() + static_cast<std::ptrdiff_t>(choice));
  else
    all = both_ends(all, all[choice]);
  if (situation.twice && all.size() == 1) all.push_back(all[0]);
  const std::size_t calls = all.size(), kept = (situation.numbers / 4 + situation.run) % calls;
  std::ranges::rotate(all, all.end() - static_cast<std::ptrdiff_t>(kept));
  return {all, kept};
}

}  // namespace assay::impls::sandbox
