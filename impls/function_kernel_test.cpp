// SPDX-License-Identifier: Apache-2.0
#include "impls/function_kernel.hpp"

#include <gtest/gtest.h>

#include "impls/registry.hpp"
#include "reference/model/case/case.hpp"

namespace assay::impls {
namespace {

const char* const padded_line = "b=1 hq=2 hkv=2 tq=3 tk=5 dk=4 dv=3 dtype=fp32 recipe=r1 seed=1 layout=padded";

/// What a function of these promises is handed, and what its kernel makes of the call.
void run_with(const Promises& promises, std::function<void(const Inputs&)> look) {
  const Case the_case = parse_case(padded_line);
  const auto compute = [&](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
    look(inputs);
    find_kernel("explicit_fp32")->run(problem, inputs, outputs);
  };
  const Inputs inputs = make_inputs(the_case);
  Outputs outputs = blank_outputs(the_case.problem);
  kernel_from({.name = "looking", .compute = compute, .promises = promises})->run(the_case.problem, inputs, outputs);
}

TEST(FunctionKernel, HandsContiguousCopiesToAFunctionThatTakesNothingElse) {
  const auto is_contiguous = [](const Tensor& t) { return t.strides() == contiguous_strides(t.extents()); };
  run_with({}, [&](const Inputs& inputs) { EXPECT_FALSE(is_contiguous(inputs.key)); });
  run_with({.any_strides = false}, [&](const Inputs& inputs) {
    for_each_tensor(inputs,
                    [&](const std::string& name, const Tensor& tensor) { EXPECT_TRUE(is_contiguous(tensor)) << name; });
  });
}

TEST(FunctionKernel, SeesAWriteIntoACopy) {
  const auto write = [](const Inputs& inputs) { const_cast<Tensor&>(inputs.key).set({0, 0, 0, 0}, 7); };
  EXPECT_THROW(run_with({.any_strides = false}, write), KernelFault);
}

TEST(FunctionKernel, DeclaresItsTextOrNothing) {
  const auto nothing = [](const Problem&, const Inputs&, Outputs&) {};
  const Problem problem = plain_problem({}, "bf16");
  EXPECT_TRUE(kernel_from({.name = "a", .compute = nothing})->arithmetic(problem).preset.empty());
  EXPECT_EQ(kernel_from({.name = "a", .compute = nothing, .arithmetic = "fp32 exp_ulp=1"})->arithmetic(problem),
            parse_arithmetic("fp32 exp_ulp=1"));
}

TEST(FunctionKernel, IsAskedForTheDtypeThatItIsNamedForWhereItDoesNotSayWhatItTakes) {
  const auto nothing = [](const Problem&, const Inputs&, Outputs&) {};
  const auto refusal = [&](const char* arithmetic, const char* dtype) {
    return kernel_from({.name = "a", .compute = nothing, .arithmetic = arithmetic})
        ->supports(plain_problem({}, dtype))
        .refusal;
  };
  EXPECT_EQ(refusal("", "fp32"), "");
  EXPECT_EQ(refusal("", "bf16"), "dtype bf16: without `supports` it is asked for fp32");
  EXPECT_EQ(refusal("bf16 exp_ulp=1", "bf16"), "");
  EXPECT_EQ(refusal("bf16 exp_ulp=1", "fp32"), "dtype fp32: without `supports` it is asked for bf16");
}

/// What a function throws that is asked for a bf16 problem.
std::string thrown_by(decltype(FunctionKernel::compute) compute) {
  const Problem problem = plain_problem({}, "bf16");
  Outputs outputs = blank_outputs(problem);
  try {
    kernel_from({.name = "a", .compute = std::move(compute)})->run(problem, make_inputs({problem, {}}), outputs);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(FunctionKernel, AViewInAWrongTypeAndAnIndexOutsideThrowAndEndNoProgram) {
  EXPECT_EQ(thrown_by([](const Problem&, const Inputs& inputs, Outputs&) { inputs.query.view<float>(); }),
            "a tensor of bf16, 2 bytes an element, was viewed in elements of 4 bytes");
  EXPECT_EQ(thrown_by([](const Problem&, const Inputs&, Outputs& outputs) { outputs.out.view<std::uint8_t>(); }),
            "a tensor of bf16, 2 bytes an element, was viewed in elements of 1 bytes");
  EXPECT_EQ(thrown_by([](const Problem&, const Inputs& inputs, Outputs&) {
              inputs.query.get({0, 0, 0, 7});
            }),
            "no element (0, 0, 0, 7) in a tensor of (1, 1, 1, 1)");
}

}  // namespace
}  // namespace assay::impls
