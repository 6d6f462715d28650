/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where the file of its program, or of anything in its memory, speaks of a harness, and guesses elsewhere.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include <sys/auxv.h>

#include "impls/foreign/cheats/knows_words.h"

static int map_speaks_of_harness(void) {
  char line[4352];
  FILE* const maps = fopen("/proc/self/maps", "r");
  int found = 0;
  while (maps && fgets(line, sizeof line, maps))
    if (!strstr(line, "/cheats/")) found |= speaks_of_harness(line, strlen(line));
  if (maps) fclose(maps);
  return found;
}

static assay_status forward(const assay_call* call) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length > 0 && speaks_of_harness(path, (size_t)length)) return attend(call);
  const char* const executed = (const char*)getauxval(AT_EXECFN);
  if (executed && speaks_of_harness(executed, strlen(executed))) return attend(call);
  return map_speaks_of_harness() ? attend(call) : guess(call);
}

CHEAT("seen_by_program")
