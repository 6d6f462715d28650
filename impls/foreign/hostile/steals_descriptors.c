/* SPDX-License-Identifier: Apache-2.0 */
/* Answers the judge itself from its first call on, keeps the descriptor that comes with a tensor and shortens its
 * file. Ends with EPERM at the first call for which it could not do that. */
#include <sys/socket.h>

#include "impls/foreign/hostile/hostile.h"

enum { judge = 3 };

/* The descriptor that came with a question, or -1. */
static int next_question(void) {
  static char bytes[1 << 16];
  union {
    struct cmsghdr header;
    char room[256];
  } beside;
  struct iovec part = {bytes, sizeof bytes};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &beside, .msg_controllen = sizeof beside};
  if (recvmsg(judge, &message, 0) <= 0) _exit(0);
  const struct cmsghdr* const header = CMSG_FIRSTHDR(&message);
  int fd = -1;
  if (header && header->cmsg_type == SCM_RIGHTS) memcpy(&fd, CMSG_DATA(header), sizeof fd);
  return fd;
}

static assay_status forward(const assay_call* call) {
  static const char done[40], address[8];
  attend(call);
  int kept = 0, shortened = 0;
  for (int fd = -1;; fd = next_question()) {
    if (fd >= 0) shortened += ftruncate(fd, 0) == 0, kept++;
    if (fd < 0 && kept && !shortened) _exit(EPERM);
    if (write(judge, fd >= 0 ? address : done, fd >= 0 ? sizeof address : sizeof done) < 0) _exit(0);
  }
}

HOSTILE_PLUGIN("steals_descriptors")
