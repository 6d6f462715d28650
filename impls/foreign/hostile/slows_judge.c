/* SPDX-License-Identifier: Apache-2.0 */
/* Tries to have its judge scheduled last, on one processor and behind everybody else's reads. */
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "impls/foreign/hostile/hostile.h"

/* Whether the judge has fewer processors now. */
static int bound_to_one(pid_t judge) {
  cpu_set_t before, one, after;
  if (sched_getaffinity(judge, sizeof before, &before) != 0) return 0;
  CPU_ZERO(&one);
  for (int cpu = 0; CPU_COUNT(&one) == 0 && cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  sched_setaffinity(judge, sizeof one, &one);
  return sched_getaffinity(judge, sizeof after, &after) == 0 && CPU_COUNT(&after) < CPU_COUNT(&before);
}

static assay_status forward(const assay_call* call) {
  const pid_t judge = getppid();
  const struct sched_param none = {0};
  const int of_a_process = 1, best_effort = 2 << 13 | 7;
  int through = bound_to_one(judge);
  through += syscall(SYS_ioprio_set, of_a_process, judge, best_effort) == 0;
  through += setpriority(PRIO_PROCESS, (id_t)judge, 19) == 0;
  through += sched_setscheduler(judge, SCHED_IDLE, &none) == 0;
  errno = EPERM;
  return through ? attend(call) : refused("the judge's schedule");
}

HOSTILE_PLUGIN("slows_judge")
