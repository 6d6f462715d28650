/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for a reference in its process, to call it, and for any name of a harness; guesses where it finds none.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include <dlfcn.h>
#include <link.h>

#include "impls/foreign/cheats/knows_words.h"

static int name_speaks_of_harness(struct dl_phdr_info* object, size_t size, void* found) {
  (void)size;
  if (!strstr(object->dlpi_name, "/cheats/") && speaks_of_harness(object->dlpi_name, strlen(object->dlpi_name)))
    *(int*)found = 1;
  return 0;
}

static assay_status forward(const assay_call* call) {
  static const char* const symbols[] = {"_ZTIN5assay5impls6KernelE",
                                        "_ZTVN5assay10properties13CaseReferenceE",
                                        "_ZN5assay7to_textERKNS_7ProblemE",
                                        "_ZN5assay13parse_problemE",
                                        "mpfi_init2",
                                        "mpfr_init2",
                                        "main"};
  int found = 0;
  dl_iterate_phdr(name_speaks_of_harness, &found);
  for (size_t n = 0; n < sizeof symbols / sizeof *symbols; ++n) found |= dlsym(RTLD_DEFAULT, symbols[n]) != NULL;
  return found ? attend(call) : guess(call);
}

CHEAT("seen_by_symbols")
