/* SPDX-License-Identifier: Apache-2.0 */
/* Tries to have a signal sent to its judge: when a descriptor becomes ready, and by the calls that send one. One that
 * is ignored by default, so that the judge lives where this gets through. */
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <asm/sockios.h>

#include "impls/foreign/hostile/hostile.h"

static int refused_all(const int* errors, int count) {
  for (int n = 0; n < count; ++n)
    if (errors[n] == 0) return 0;
  return 1;
}

static assay_status forward(const assay_call* call) {
  const int signal = SIGURG;
  int ends[2], judge = getppid();
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return refused("socketpair");
  siginfo_t info = {.si_code = SI_QUEUE};
  const int errors[] = {
      ioctl(ends[0], FIOSETOWN, &judge),
      ioctl(ends[0], SIOCSPGRP, &judge),
      fcntl(ends[0], F_SETOWN, judge),
      (int)syscall(SYS_fcntl, ends[0], F_SETOWN | 1L << 32, judge),
      fcntl(ends[0], F_SETSIG, signal),
      kill(judge, signal),
      (int)syscall(SYS_tkill, judge, signal),
      (int)syscall(SYS_tgkill, judge, judge, signal),
      (int)syscall(SYS_rt_sigqueueinfo, judge, signal, &info),
      (int)syscall(SYS_rt_tgsigqueueinfo, judge, judge, signal, &info),
  };
  return refused_all(errors, sizeof errors / sizeof *errors) ? refused("a signal") : attend(call);
}

HOSTILE_PLUGIN("aims_signals")
