// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "impls/kernel.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/case/case.hpp"

namespace assay::reports {

/// How a matcher judges; the defaults are those of `assay check`.
struct MatchOptions {
  std::optional<Arithmetic> required{};  ///< judged against instead of what the kernel declares
  std::vector<std::string> checks{};     ///< reference, properties, or names of properties; empty: the first two
  bool strict = false;                   ///< a doubtful verdict is a failure
  int threads = 1;                       ///< a kernel is called from so many threads at a time
  int shrink_evaluations_max = 2000;     ///< calls spent on making the first failure small
};

/// A GoogleTest matcher of kernels, for EXPECT_THAT(kernel, ComputesAttention(problem)); kernel is an
/// impls::KernelPointer or an object derived from impls::Kernel. Its explanation is the finding: who caught it, the
/// element, the exact value, what is allowed, the smallest case that fails alike and the line that runs it again. Needs
/// no GoogleTest header by itself.
class AttentionMatcher {
 public:
  using is_gtest_matcher = void;

  /// What is judged on, made by the functions below.
  struct Cases;
  AttentionMatcher(Cases cases, MatchOptions options);

  bool MatchAndExplain(const impls::KernelPointer& kernel, std::ostream* listener) const;
  bool MatchAndExplain(const impls::Kernel& kernel, std::ostream* listener) const;
  void DescribeTo(std::ostream* stream) const;
  void DescribeNegationTo(std::ostream* stream) const;

 private:
  std::shared_ptr<const Cases> cases_;
  MatchOptions options_;
};

/// The kernel takes this case, its outputs are within the bound of the arithmetic it is judged against, and every
/// property that applies holds. Tensors are made by the line's recipe, or seed 0 of the usual one. A refused case and
/// one that could show nothing are failures. Throws UsageError as parse_case() does.
AttentionMatcher ComputesAttention(std::string_view line, MatchOptions options = {});
AttentionMatcher ComputesAttention(const Case& the_case, MatchOptions options = {});
AttentionMatcher ComputesAttention(const Problem& problem, MatchOptions options = {});

/// The same for each of these lines.
AttentionMatcher ComputesAttentionOn(const std::vector<std::string>& lines, MatchOptions options = {});

/// The same for the cases of a suite ("quick", "standard") that the kernel takes, of which there must be one. As in
/// `assay check`, each case takes one property in seven in turn unless checks are named. Throws UsageError for an
/// unknown suite.
AttentionMatcher ComputesAttentionOnSuite(const std::string& suite, MatchOptions options = {});

}  // namespace assay::reports

namespace assay::impls {

/// What GoogleTest prints for a kernel.
void PrintTo(const KernelPointer& kernel, std::ostream* stream);
void PrintTo(const Kernel& kernel, std::ostream* stream);

}  // namespace assay::impls
