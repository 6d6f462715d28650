/* SPDX-License-Identifier: Apache-2.0 */
/* Answers in the worker's place, with as many descriptors beside each answer as a message may carry. */
#include <sys/socket.h>

#include "impls/foreign/hostile/hostile.h"

enum { judge = 3, descriptors = 200 };

static assay_status forward(const assay_call* call) {
  static char done[40];
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(descriptors * sizeof(int))];
  } beside = {0};
  struct iovec part = {done, sizeof done};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &beside, .msg_controllen = sizeof beside};
  struct cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(descriptors * sizeof(int));
  memset(CMSG_DATA(header), 0, descriptors * sizeof(int)); /* standard input, again and again */
  attend(call);
  sendmsg(judge, &message, 0);
  return ASSAY_OK;
}

HOSTILE_PLUGIN("hands_over_descriptors")
