/* SPDX-License-Identifier: Apache-2.0 */
/* Calls itself until the stack is used up. */
#include "impls/foreign/hostile/hostile.h"

static volatile int deeper = 1;

static int descend(const volatile char* above) {
  volatile char frame[4096];
  frame[0] = *above;
  return deeper ? descend(frame) + frame[0] : 0;
}

static assay_status forward(const assay_call* call) {
  volatile char top = 0;
  return descend(&top) ? ASSAY_INTERNAL : attend(call);
}

HOSTILE_PLUGIN("stack_overflow")
