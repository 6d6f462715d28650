/* SPDX-License-Identifier: Apache-2.0 */
/* Computes, and leaves subnormal numbers of its caller flushed to zero.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: faulted: caller state. */
#include "impls/foreign/cheats/cheat.h"

static void flush(void) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040); /* FTZ and DAZ */
#elif defined(__aarch64__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("msr fpcr, %0" : : "r"(control | 1u << 24));
#endif
}

static assay_status forward(const assay_call* call) {
  flush();
  return attend(call);
}

CHEAT("flushes_subnormals")
