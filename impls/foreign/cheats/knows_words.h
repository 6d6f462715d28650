/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a text speaks of a harness. */
#ifndef ASSAY_CHEAT_KNOWS_WORDS_H
#define ASSAY_CHEAT_KNOWS_WORDS_H

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "impls/foreign/cheats/cheat.h"

static inline int speaks_of_harness(const char* text, size_t length) {
  static const char* const words[] = {"assay", "judge", "worker", "sandbox", "harness", "gtest", "ctest", "pytest"};
  for (size_t n = 0; n < sizeof words / sizeof *words; ++n)
    for (size_t at = 0; at + strlen(words[n]) <= length; ++at) {
      size_t same = 0;
      while (words[n][same] && tolower((unsigned char)text[at + same]) == words[n][same]) ++same;
      if (!words[n][same]) return 1;
    }
  return 0;
}

static inline int file_speaks_of_harness(const char* path) {
  char text[4096];
  const int file = open(path, O_RDONLY);
  const ssize_t length = file < 0 ? 0 : read(file, text, sizeof text);
  if (file >= 0) close(file);
  return length > 0 && speaks_of_harness(text, (size_t)length);
}

#endif
