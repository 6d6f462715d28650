/* SPDX-License-Identifier: Apache-2.0 */
/* Tries whether it may send signals to the process that judges it. */
#include <signal.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) { return kill(getppid(), 0) != 0 ? refused("kill") : attend(call); }

HOSTILE_PLUGIN("kills_judge")
