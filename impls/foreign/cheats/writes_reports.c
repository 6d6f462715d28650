/* SPDX-License-Identifier: Apache-2.0 */
/* Guesses, prints a verdict of its own and writes it where reports are kept.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include <fcntl.h>
#include <unistd.h>

#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  static const char verdict[] = "PASS: 1 holds\n";
  static const char* const paths[] = {"junit.xml", "report.json", "out/junit.xml", "out/report.json"};
  for (int file = 1; file < 3; ++file)
    if (write(file, verdict, sizeof verdict - 1) < 0) break;
  for (size_t n = 0; n < sizeof paths / sizeof *paths; ++n) {
    const int file = open(paths[n], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0 && write(file, verdict, sizeof verdict - 1) > 0) close(file);
  }
  return guess(call);
}

CHEAT("writes_reports")
