// SPDX-License-Identifier: Apache-2.0
// Kernels that remember what they should not, each caught by the sequence of calls: in the judge's process, where
// nothing forgets, and with a fresh process to ask.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "properties/judge/planted_kernel.hpp"
#include "properties/property.hpp"
#include "properties/relations/variants.hpp"

namespace assay::properties {
namespace {

const char* const plain_line = "b=2 hq=2 hkv=1 tq=5 tk=7 dk=8 dv=3 dtype=fp32 lse=1 convention=torch recipe=r1 seed=1";
const char* const masked_line =
    "b=2 hq=2 hkv=1 tq=5 tk=7 dk=8 dv=3 dtype=fp32 mask=b1qk convention=torch recipe=r1 seed=1";

using Body = std::function<void(const impls::Kernel& honest, const Problem&, const Inputs&, Outputs&)>;

/// A planted kernel with a state that make() begins anew, and the door to a fresh one where there is one.
class Remembering : public PlantedKernel {
 public:
  Remembering(std::function<Body()> make, bool isolated, impls::Promises promises = {})
      : PlantedKernel(make()),
        make_(std::move(make)),
        isolated_(isolated),
        promises_(promises) {}
  std::shared_ptr<const Kernel> fresh() const override {
    return isolated_ ? std::make_shared<Remembering>(make_, true, promises_) : nullptr;
  }
  impls::Promises promises() const override { return promises_; }

 private:
  std::function<Body()> make_;
  bool isolated_;
  impls::Promises promises_;
};

std::string verdict_on(const impls::Kernel& kernel, const std::string& line) {
  return name_of(check(find_property("stateless"), kernel, parse_case(line)));
}

/// Caught after another call has been there, by bits and by bounds, and in a process that begins anew.
void expect_caught(const std::function<Body()>& make, const std::string& line = plain_line) {
  const impls::Promises loose{.repeatable = false};
  EXPECT_EQ(verdict_on(Remembering(make, false), line), "violated") << "in this process";
  EXPECT_EQ(verdict_on(Remembering(make, true), line), "violated") << "with a fresh process";
  EXPECT_EQ(verdict_on(Remembering(make, false, loose), line), "violated") << "in this process, bits not promised";
  EXPECT_EQ(verdict_on(Remembering(make, true, loose), line), "violated") << "with a fresh process, bits not promised";
  EXPECT_EQ(verdict_on(*impls::find_kernel("explicit_fp32"), line), "holds");
}

/// Computes once a key and gives the answer of that time ever after.
template <class Key>
std::function<Body()> cached_by(Key key) {
  return [key]() -> Body {
    auto known = std::make_shared<std::map<decltype(key(Problem(), Inputs())), Outputs>>();
    return [key, known](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
      const auto [place, is_new] = known->try_emplace(key(problem, inputs), outputs);
      if (is_new) honest.run(problem, inputs, place->second);
      outputs = place->second;
    };
  };
}

TEST(Stateless, SeesOutputsCachedByShape) {
  expect_caught(cached_by([](const Problem& problem, const Inputs&) { return to_text(problem); }));
}

TEST(Stateless, SeesOutputsCachedByAddress) {
  expect_caught(cached_by([](const Problem& problem, const Inputs& inputs) {
    return std::make_tuple(inputs.query.bytes(), inputs.key.bytes(), inputs.value.bytes(), to_text(problem));
  }));
}

TEST(Stateless, SeesAHashOfTheFirstElements) {
  expect_caught(cached_by([](const Problem& problem, const Inputs& inputs) {
    std::string beginning = to_text(problem);
    for (const Tensor* tensor : {&inputs.query, &inputs.key, &inputs.value})
      for (std::size_t n = 0; n < 16 && n < tensor->storage_bytes(); ++n)
        beginning += static_cast<char>(tensor->bytes()[n]);
    return beginning;
  }));
}

TEST(Stateless, SeesTheMaskOfTheFirstCallKept) {
  expect_caught(
      []() -> Body {
        auto mask = std::make_shared<std::map<std::string, Tensor>>();
        return [mask](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
          Inputs kept = inputs;
          if (inputs.mask) kept.mask = mask->try_emplace(to_text(inputs.mask->extents()), *inputs.mask).first->second;
          honest.run(problem, kept, outputs);
        };
      },
      masked_line);
}

TEST(Stateless, SeesAPlanThatForgetsTheOptions) {
  expect_caught([]() -> Body {
    auto causal = std::make_shared<std::map<std::string, bool>>();
    return [causal](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
      Problem planned = problem;
      planned.causal = causal->try_emplace(to_text(query_extents(problem)), problem.causal).first->second;
      honest.run(planned, inputs, outputs);
    };
  });
}

TEST(Stateless, SeesAWorkspaceThatIsNotClearedWhenShapesShrink) {
  expect_caught([]() -> Body {
    auto workspace = std::make_shared<std::vector<double>>();
    return [workspace](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
      honest.run(problem, inputs, outputs);
      const auto size = static_cast<std::size_t>(outputs.out.size());
      if (workspace->size() < size) workspace->assign(size, 0);  // cleared when it grows
      const bool stale = workspace->size() > size;
      std::size_t n = 0;
      for_each_index(outputs.out.extents(), [&](const Index4& index) {
        double& sum = (*workspace)[n++];
        sum = (stale ? sum : 0) + outputs.out.get(index);
        outputs.out.set(index, sum);
      });
    };
  });
}

TEST(Stateless, SeesAKernelThatIsRightForItsFirstCalls) {
  for (const int calls : {1, 2, 5, 8, 11}) {
    expect_caught([calls]() -> Body {
      auto left = std::make_shared<int>(calls);
      return [left](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        honest.run(problem, inputs, outputs);
        if ((*left)-- <= 0) outputs.out.set({0, 0, 0, 0}, 7);
      };
    });
  }
}

TEST(Stateless, SeesARunningMaximumThatIsNotReset) {
  expect_caught([]() -> Body {
    auto most = std::make_shared<double>(0);
    return [most](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
      honest.run(problem, inputs, outputs);
      for_each_index(outputs.out.extents(), [&](const Index4& index) {
        *most = std::max(*most, outputs.out.get(index));
        outputs.out.set(index, std::max(outputs.out.get(index), 0.5 * *most));
      });
    };
  });
}

TEST(Stateless, HoldsWithAFreshProcessAndWithoutBitsPromised) {
  const auto honest = []() -> Body {
    return [](const impls::Kernel& kernel, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
      kernel.run(problem, inputs, outputs);
    };
  };
  for (const char* line : {plain_line, masked_line}) {
    EXPECT_EQ(verdict_on(Remembering(honest, true), line), "holds");
    EXPECT_EQ(verdict_on(Remembering(honest, true, {.repeatable = false}), line), "holds");
  }
}

TEST(Stateless, DoesNotBlameStateForAKernelThatIsWrongFromTheStart) {
  for (const char* fault : {"fault/missing_scale", "fault/causal_one_key_too_many", "fault/tail_tile_dropped"})
    EXPECT_EQ(verdict_on(*impls::find_kernel(fault), plain_line), "holds") << fault;
}

TEST(Stateless, ClaimsNothingWhereNoChangeShows) {
  EXPECT_EQ(verdict_on(*impls::find_kernel("explicit_fp32"), "b=1 hq=1 tq=0 tk=2 dk=1 dtype=fp32"), "no evidence");
}

TEST(Stateless, CallsOfOneMemoryLieAtOneAddress) {
  std::vector<const std::byte*> keys, outs;
  const PlantedKernel watching(
      [&](const impls::Kernel& honest, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        keys.push_back(inputs.key.bytes());
        outs.push_back(outputs.out.bytes());
        honest.run(problem, inputs, outputs);
      });
  const Call call = make_call(parse_case(masked_line));
  Memory memory;
  for (const Variant& variant : same_shape_variants(call)) run(watching, variant.call, memory);
  run(watching, shorter(call).call, memory);
  ASSERT_GT(keys.size(), 5u);
  EXPECT_EQ(std::count(keys.begin(), keys.end(), keys.front()), static_cast<std::ptrdiff_t>(keys.size()));
  EXPECT_EQ(std::count(outs.begin(), outs.end(), outs.front()), static_cast<std::ptrdiff_t>(outs.size()));
}

}  // namespace
}  // namespace assay::properties
