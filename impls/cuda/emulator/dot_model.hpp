// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace assay::emulator {

/// What a tensor core does to a dot product of 16-bit factors with a float32 addend. Aligned adders take `terms`
/// products and the addend at a time, cut them to `fraction_bits` below the largest exponent (towards zero), add
/// exactly, and cut the sum to float32. Parameters as published: MMA-Sim (Xie et al., arXiv 2511.10909), in agreement
/// with Fasi, Higham, Mikaitis and Pranesh (PeerJ Computer Science 2021, e330) where both looked. No device was asked.
enum class DotModel {
  Fp32Fma,  ///< a chain of float32 fused multiply-adds: no device's, the plainest
  Volta,    ///< 4 terms, 23 bits
  Ampere,   ///< and Ada: two steps of 8 terms, 24 bits
  Hopper,   ///< and Blackwell: 16 terms, 25 bits
};
/// "fp32-fma", "aligned-4-23-23", ...: terms, fraction bits, stored bits.
const char* to_text(DotModel model);

/// Factors in which formats: their smallest normal exponent stands for that of subnormals in the alignment.
struct Factors16 {
  const float* a;
  const float* b;
  int count;
  int exponent_min;  ///< -14 for fp16, -126 for bf16
};
/// addend + sum of products.
float dot(DotModel model, const Factors16& factors, float addend);

}  // namespace assay::emulator
