/* SPDX-License-Identifier: Apache-2.0 */
/* Tries to reach the network. */
#include <sys/socket.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  return socket(AF_INET, SOCK_STREAM, 0) < 0 ? refused("socket") : attend(call);
}

HOSTILE_PLUGIN("opens_socket")
